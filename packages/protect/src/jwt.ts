import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  jwtVerify,
  type RemoteJWKSet,
} from "jose";
import type { AuthorizationServer } from "./authorization-server.ts";
import { createRefreshed } from "./refreshed.ts";
import { createEndedTokens, type EndedTokensOptions, type FetchedList } from "./ended-tokens.ts";
import { readClaims, TokenRefusedError, type VerifiedToken } from "./verified-token.ts";

interface JwtOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly clock_tolerance: number;
  /** False: JWTs are valid until they expire. */
  readonly ended_tokens: EndedTokensOptions | false;
  readonly onFailure: (error: unknown) => void;
  readonly send: typeof fetch;
  readonly now: () => number;
}

/** RFC 7518 §3.1, RFC 8037, RFC 9964: asymmetric signatures only, so that a public key is never taken for a shared secret. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "ML-DSA-44",
  "ML-DSA-65",
  "ML-DSA-87",
];

const KEYS_FRESH_FOR = 600;
/** JWTs are verified for an hour while the authorization server is away: as long as an access token lives by default. */
const KEYS_USABLE_FOR = 3_600;
const LIST_DEADLINE_MS = 2_000;
/** Milliseconds between two fetches because of a key that is not known, such as a new one. */
const UNKNOWN_KEY_COOLDOWN_MS = 5_000;

/** Whether a token has the form of a JWS. */
export function looksLikeJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(token);
}

/** RFC 9068 §4: verifies JWT access tokens with the keys of the authorization server. */
export function createJwtVerifier(
  server: AuthorizationServer,
  { issuer, audience, clock_tolerance, ended_tokens, onFailure, send, now }: JwtOptions,
): (token: string) => Promise<VerifiedToken> {
  let keys: { readonly url: string; readonly get: () => Promise<RemoteJWKSet> } | undefined;

  const keysOf = async (): Promise<RemoteJWKSet> => {
    const url = await server.endpoint("jwks_uri");
    if (keys?.url !== url) keys = { url, get: remoteKeys(url, send, now) };
    return keys.get();
  };

  /** The list is signed with a published key, and its type is its own. */
  const fetchList = async (
    url: string,
    etag: string | undefined,
  ): Promise<FetchedList | undefined> => {
    const response = await send(url, {
      headers: { Accept: "application/jwt", ...(etag && { "If-None-Match": etag }) },
      redirect: "error",
      signal: AbortSignal.timeout(LIST_DEADLINE_MS),
    });
    if (response.status === 304 && etag !== undefined) return undefined;
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    const { payload } = await jwtVerify(await response.text(), await keysOf(), {
      issuer,
      typ: "ended-tokens+jwt",
      algorithms: ALGORITHMS,
      clockTolerance: clock_tolerance,
      currentDate: new Date(now() * 1000),
      requiredClaims: ["exp", "iat", "ended_tokens"],
    });
    return { claims: payload, etag: response.headers.get("etag") ?? undefined };
  };

  /** By the place of the list, which the metadata of the server names. */
  let lists:
    | { readonly url: string; readonly verify: ReturnType<typeof createEndedTokens> }
    | undefined;

  const verifyNotEnded = async (payload: JWTPayload): Promise<void> => {
    const url = ended_tokens === false ? undefined : await server.endedTokens();
    if (url === undefined) return;
    if (lists?.url !== url) {
      const options = { ...ended_tokens, onFailure, now };
      const verify = createEndedTokens({ ...options, fetchList: (etag) => fetchList(url, etag) });
      lists = { url, verify };
    }
    await lists.verify(payload);
  };

  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, await keysOf(), {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: clock_tolerance,
        currentDate: new Date(now() * 1000),
        requiredClaims: ["exp", "iat", "sub", "client_id", "jti"],
      });
      verifyIsAccessToken(protectedHeader.typ, payload);
      await verifyNotEnded(payload);
      return readClaims(payload);
    } catch (error) {
      throw isRefusal(error) ? describe(error) : error;
    }
  };
}

function remoteKeys(
  url: string,
  send: typeof fetch,
  now: () => number,
): () => Promise<RemoteJWKSet> {
  const keys = createRemoteJWKSet(new URL(url), {
    [customFetch]: send,
    cacheMaxAge: Infinity, // Decided here, since expired keys are still needed if the new ones cannot be fetched.
    cooldownDuration: UNKNOWN_KEY_COOLDOWN_MS,
  });
  const reload = async (): Promise<RemoteJWKSet> => {
    await keys.reload();
    return keys;
  };
  return createRefreshed(reload, { fresh_for: KEYS_FRESH_FOR, usable_for: KEYS_USABLE_FOR, now });
}

/** RFC 9068 §4, RFC 8725 §3.11: an ID token is not an access token. */
function verifyIsAccessToken(typ: string | undefined, payload: JWTPayload): void {
  const type = typ?.toLowerCase().replace(/^application\//, "");
  const isIdToken = "nonce" in payload || "at_hash" in payload || "c_hash" in payload;
  if (type === "at+jwt" || (type === "jwt" && !isIdToken) || (type === undefined && !isIdToken))
    return;
  throw new TokenRefusedError("invalid_token", "The JWT is not an access token.");
}

/** Whether the token is at fault, and not the connection to the authorization server. */
function isRefusal(error: unknown): error is errors.JOSEError {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== "ERR_JOSE_GENERIC"
  );
}

function describe(error: errors.JOSEError): TokenRefusedError {
  if (error instanceof errors.JWTExpired)
    return new TokenRefusedError("invalid_token", "The access token has expired.");
  if (error instanceof errors.JWTClaimValidationFailed)
    return new TokenRefusedError(
      "invalid_token",
      `The ${error.claim} of the token is not accepted.`,
    );
  return new TokenRefusedError("invalid_token", "The signature of the token is not valid.");
}
