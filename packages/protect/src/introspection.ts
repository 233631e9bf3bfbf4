import { createHash } from "node:crypto";
import type { AuthorizationServer } from "./authorization-server.ts";
import { isObject, readClaims, TokenRefusedError, type VerifiedToken } from "./verified-token.ts";

/** How an API introspects tokens. */
export interface IntrospectionOptions {
  /** The client that this API is registered as at the authorization server. */
  readonly client_id: string;
  /** The secret of that client. */
  readonly client_secret: string;
  /** The endpoint, if it is not the one of the metadata. */
  readonly endpoint?: string;
  /** `all_tokens`: JWTs as well, so that a revoked one is refused at once. Only opaque tokens by default. */
  readonly for?: "opaque_tokens" | "all_tokens";
  /** The most seconds that a response is used again: how long a revoked token may still be accepted. 10 by default. */
  readonly cache_seconds?: number;
}

interface Options extends IntrospectionOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly send: typeof fetch;
  readonly now: () => number;
}

const MAX_CACHED = 10_000;
const DEADLINE_MS = 5_000;

/**
 * RFC 7662: introspects tokens at the authorization server. Concurrent requests with one token share a call. Only active
 * tokens are cached, and never beyond their end.
 */
export function createIntrospector(
  server: AuthorizationServer,
  options: Options,
): (token: string) => Promise<VerifiedToken> {
  const { cache_seconds = 10, now } = options;
  const cache = new Map<string, { readonly token: VerifiedToken; readonly until: number }>();
  const inFlight = new Map<string, Promise<VerifiedToken>>();

  const addToCache = (key: string, token: VerifiedToken): void => {
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    cache.set(key, { token, until: Math.min(token.expires_at, now() + cache_seconds) });
  };

  return async (text) => {
    const key = createHash("sha256").update(text).digest("base64url");
    const cached = cache.get(key);
    if (cached !== undefined && cached.until > now()) return cached.token;
    cache.delete(key);
    let pending = inFlight.get(key);
    if (pending === undefined) {
      pending = introspect(text, server, options).finally(() => inFlight.delete(key));
      inFlight.set(key, pending);
    }
    const token = await pending;
    if (cache_seconds > 0) addToCache(key, token);
    return token;
  };
}

async function introspect(
  text: string,
  server: AuthorizationServer,
  { client_id, client_secret, endpoint, issuer, audience, send, now }: Options,
): Promise<VerifiedToken> {
  const url = endpoint ?? (await server.endpoint("introspection_endpoint"));
  const credentials = [client_id, client_secret].map(encodeURIComponent).join(":");
  const response = await send(url, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      Accept: "application/json",
    },
    body: new URLSearchParams({ token: text }),
    redirect: "manual", // The token is for the authorization server alone.
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok) throw await failure(response);
  const claims: unknown = await response.json();
  if (!isObject(claims) || claims["active"] !== true) throw inactive();
  const token = readClaims(claims);
  if (claims["iss"] !== undefined && claims["iss"] !== issuer) throw inactive();
  if (claims["token_use"] === "refresh_token" || token.expires_at <= now()) throw inactive();
  if (!token.audience.includes(audience))
    throw new TokenRefusedError("invalid_token", "The aud of the token is not accepted.");
  return token;
}

/** The endpoint did not introspect the token: it is away, or refuses the credentials of this API. */
async function failure(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined);
  const code = isObject(body) && typeof body["error"] === "string" ? ` (${body["error"]})` : "";
  return new Error(`The introspection endpoint answered ${response.status}${code}.`);
}

function inactive(): TokenRefusedError {
  return new TokenRefusedError("invalid_token", "The access token is not active.");
}
