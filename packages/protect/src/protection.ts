import { discoverAuthorizationServer } from "./authorization-server.ts";
import { confirmsCertificate } from "./certificate.ts";
import {
  type Challenge,
  challengeMissing,
  challengeRefused,
  type ChallengeFacts,
  unavailable,
} from "./challenge.ts";
import type { EndedTokensOptions } from "./ended-tokens.ts";
import { createInMemoryReplayStore, type ReplayStore, verifyProof } from "./dpop.ts";
import { createIntrospector, type IntrospectionOptions } from "./introspection.ts";
import { createJwtVerifier, looksLikeJwt } from "./jwt.ts";
import type { ProtectedRequest } from "./protected-request.ts";
import {
  describeResource,
  metadataPathsOf,
  metadataUrlOf,
  type ResourceMetadata,
} from "./resource-metadata.ts";
import { TokenRefusedError, type VerifiedToken } from "./verified-token.ts";

/** The authorization server and the API. */
export interface ProtectionOptions {
  /** The issuer of the tokens, exactly as the authorization server publishes it. */
  readonly issuer: string;
  /** The URL of this API: tokens must have it as an audience, and its metadata (RFC 9728) names it. */
  readonly resource: string;
  /** The audience to require, if it is not the resource. */
  readonly audience?: string;
  /** How to ask about tokens that are not JWTs, or about all of them. Without it, only JWTs are accepted. */
  readonly introspection?: IntrospectionOptions;
  /**
   * How JWTs are refused that ended before their time, where the authorization server lists them: on unless it is `false`. Then
   * they are valid until they expire.
   */
  readonly ended_tokens?: EndedTokensOptions | false;
  /** Listed in the metadata of this API. */
  readonly scopes_supported?: readonly string[];
  /** Refuses tokens that are not bound to a key, by DPoP or mutual TLS. Challenges and metadata ask for DPoP. */
  readonly require_bound_tokens?: boolean;
  /** Which DPoP proofs were used before. In memory by default: share it between the processes of an API. When it fails, requests with proofs are refused. */
  readonly replays?: ReplayStore;
  /** Seconds that the clocks of two machines may differ. */
  readonly clock_tolerance?: number;
  /**
   * Called when a token could not be verified and the response is 503: the authorization server or the replay store is away, or
   * the issuer or the credentials for introspection are wrong. `console.error` by default.
   */
  readonly onFailure?: (error: unknown) => void;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Unix seconds. */
  readonly now?: () => number;
}

/** What a route requires of a token. */
export interface Requirements {
  /** Scopes that the token must all have. */
  readonly scope?: readonly string[] | string;
  /** RFC 9470: one of these authentication levels. */
  readonly acr?: readonly string[];
  /** RFC 9470: the most seconds since the user signed in. */
  readonly max_age?: number;
}

/** A verified token, or the response to the request. */
export type Verification =
  | { readonly ok: true; readonly token: VerifiedToken }
  | { readonly ok: false; readonly challenge: Challenge };

/** Verifies the tokens of one API. */
export interface Protection {
  /**
   * Verifies the token of a request. Refusals are values, with the response that the client should get.
   *
   * @example
   * ```ts
   * import { createServer } from "node:http";
   *
   * createServer(async (request, response) => {
   *   const verified = await protection.verify(
   *     {
   *       method: request.method ?? "GET",
   *       url: `https://api.photos.example${request.url}`,
   *       header: (name) => request.headersDistinct[name]?.join(", "),
   *     },
   *     { scope: "photos.read" },
   *   );
   *   if (verified.ok) {
   *     response.end(`Hello ${verified.token.subject}.`);
   *     return;
   *   }
   *   const { status, headers, body } = verified.challenge;
   *   response.writeHead(status, headers).end(JSON.stringify(body));
   * }).listen(5000);
   * ```
   */
  verify(request: ProtectedRequest, requirements?: Requirements): Promise<Verification>;
  /** RFC 9728: the metadata of this API. */
  readonly metadata: ResourceMetadata;
  /** The paths at which clients look for the metadata. */
  readonly metadata_paths: readonly string[];
}

/**
 * Creates the protection of an API. Nothing is fetched before the first request.
 *
 * @example
 * ```ts
 * import { createProtection } from "@latchkey/protect";
 *
 * const protection = createProtection({
 *   issuer: "https://id.example",
 *   resource: "https://api.photos.example",
 *   introspection: { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }, // For opaque tokens.
 * });
 * ```
 */
export function createProtection(options: ProtectionOptions): Protection {
  const {
    issuer,
    resource,
    audience = resource,
    clock_tolerance = 10,
    // oxlint-disable-next-line no-console -- Otherwise an API without onFailure would never learn the cause.
    onFailure = (error) => console.error(error),
    fetch: send = fetch,
    now = () => Math.floor(Date.now() / 1000),
    replays = createInMemoryReplayStore(now),
  } = options;
  const server = discoverAuthorizationServer(issuer, send, now);
  const { ended_tokens = {} } = options;
  const shared = { issuer, audience, send, now };
  const verifyJwt = createJwtVerifier(server, {
    ...shared,
    clock_tolerance,
    ended_tokens,
    onFailure,
  });
  const introspect =
    options.introspection && createIntrospector(server, { ...options.introspection, ...shared });
  const metadata_url = metadataUrlOf(resource);
  const { require_bound_tokens = false } = options;

  return {
    metadata: describeResource(options),
    metadata_paths: metadataPathsOf(resource),
    async verify(request, requirements = {}) {
      const presented = readToken(request.header("authorization"));
      // A token that is bound to a client certificate is presented as Bearer: RFC 8705 §3.
      const asksForProof = require_bound_tokens && request.certificate === undefined;
      const challengeWith = (scheme?: ChallengeFacts["scheme"]): ChallengeFacts => ({
        metadata_url,
        scheme: asksForProof ? "DPoP" : (scheme ?? "Bearer"),
      });
      if (presented === undefined)
        return { ok: false, challenge: challengeMissing(challengeWith(), requirements) };
      try {
        const token = await readVerified(presented.token);
        await verifyBinding(token, presented, request);
        verifyRequirements(token, requirements, now());
        return { ok: true, token };
      } catch (error) {
        if (!(error instanceof TokenRefusedError)) {
          onFailure(error);
          return { ok: false, challenge: unavailable() };
        }
        const scheme = error.details.scheme ?? presented.scheme;
        return { ok: false, challenge: challengeRefused(error, challengeWith(scheme)) };
      }
    },
  };

  function readVerified(token: string): Promise<VerifiedToken> {
    const byJwt = looksLikeJwt(token) && options.introspection?.for !== "all_tokens";
    if (byJwt) return verifyJwt(token);
    if (introspect !== undefined) return introspect(token);
    throw new TokenRefusedError(
      "invalid_token",
      "The access token is not a JWT, and this API does not introspect tokens.",
    );
  }

  /** RFC 9449 §7, RFC 8705 §3: a bound token is refused without its key, and so is a proof for one that is not bound. */
  async function verifyBinding(
    { cnf }: VerifiedToken,
    { scheme, token }: PresentedToken,
    request: ProtectedRequest,
  ): Promise<void> {
    const thumbprint = cnf?.["x5t#S256"];
    if (thumbprint !== undefined) {
      if (!confirmsCertificate(thumbprint, request.certificate))
        throw new TokenRefusedError(
          "invalid_token",
          "The token is bound to another client certificate.",
        );
    }
    if (require_bound_tokens && cnf === undefined)
      throw new TokenRefusedError("invalid_token", "The token is not bound to a key.");
    if ((cnf?.jkt !== undefined) !== (scheme === "DPoP"))
      throw cnf?.jkt === undefined
        ? new TokenRefusedError(
            "invalid_token",
            "The token is not bound to a key: present it as Bearer.",
            { scheme: "Bearer" },
          )
        : new TokenRefusedError(
            "invalid_token",
            "The token is bound to a key: present it as DPoP, with a proof.",
            { scheme: "DPoP" },
          );
    if (cnf?.jkt !== undefined) {
      await verifyProof(request, { token, jkt: cnf.jkt, clock_tolerance, now: now(), replays });
    }
  }
}

function verifyRequirements(token: VerifiedToken, wanted: Requirements, now: number): void {
  const scope = typeof wanted.scope === "string" ? wanted.scope.split(" ") : (wanted.scope ?? []);
  if (scope.some((name) => !token.scope.includes(name)))
    throw new TokenRefusedError("insufficient_scope", "The token lacks a scope.", { scope });
  const { acr, max_age } = wanted;
  const isTooOld =
    max_age !== undefined && (token.auth_time === undefined || now - token.auth_time > max_age);
  if (isTooOld || (acr !== undefined && !acr.includes(token.acr ?? "")))
    throw new TokenRefusedError(
      "insufficient_user_authentication",
      isTooOld ? "The user must sign in again." : "The user must sign in at a higher level.",
      { ...(acr !== undefined && { acr }), ...(max_age !== undefined && { max_age }) },
    );
}

interface PresentedToken {
  readonly scheme: "Bearer" | "DPoP";
  readonly token: string;
}

/** RFC 6750 §2.1, RFC 9449 §7.1: the token is in the header, never in the URL. */
function readToken(authorization: string | undefined): PresentedToken | undefined {
  const [, scheme = "", token = ""] =
    /^(bearer|dpop) +([^\s]{1,16384})$/i.exec(authorization ?? "") ?? [];
  if (token === "") return undefined;
  return { scheme: scheme.toLowerCase() === "dpop" ? "DPoP" : "Bearer", token };
}
