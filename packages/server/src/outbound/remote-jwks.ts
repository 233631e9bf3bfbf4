import type { JsonWebKey } from "@latchkey/api";
import { isJsonObject } from "../limits/json-depth.ts";
import { parsePublicJwk, verifyKeyCount } from "../crypto/parse-jwk.ts";
import { createLruCache } from "../lru-cache.ts";
import { err, ok, type Result } from "../result.ts";
import { explainOutboundRejection, mayPass, type OutboundRejection } from "./outbound-rejection.ts";
import type { Outbound, UrlOwner } from "./outbound.ts";

/** Why the keys of a client are not available. */
type RemoteJwksRejection =
  | OutboundRejection
  | { readonly reason: "not_a_key_set" }
  | { readonly reason: "too_many_keys" };

/** How long a failed attempt is not repeated. */
const FAILURE_SECONDS = 5;

/** Keys could not be fetched, so that no signature can be called valid or invalid. Another attempt may succeed. */
export class KeysUnavailableError extends Error {
  override readonly name = "KeysUnavailableError";
  /** Seconds. */
  readonly retry_after = FAILURE_SECONDS;
}

/** The error for keys that may be available later; undefined where the rejection is final. */
export function keysUnavailable(rejection: RemoteJwksRejection): KeysUnavailableError | undefined {
  if (rejection.reason === "not_a_key_set" || rejection.reason === "too_many_keys")
    return undefined;
  return mayPass(rejection)
    ? new KeysUnavailableError(`jwks_uri: ${explainOutboundRejection(rejection)}`)
    : undefined;
}

/** The keys that clients publish at their `jwks_uri`. */
export interface RemoteJwks {
  /** The public keys at a URL, from the cache where possible. `refresh` when a signature names a key that is not among them. */
  readonly keysOf: (
    jwks_uri: string,
    owner: UrlOwner,
    options?: { readonly refresh?: boolean },
  ) => Promise<KeysResult>;
}

type KeysResult = Result<readonly JsonWebKey[], RemoteJwksRejection>;

/**
 * Caches keys for five minutes, and refreshes them at most every 30 seconds, however often that is requested. The first
 * refresh need not wait: clients may rotate their keys right after they were fetched.
 */
export function createRemoteJwks(
  outbound: Pick<Outbound, "getJson">,
  now: () => number,
  options: { readonly max_cached?: number } = {},
): RemoteJwks {
  const { max_cached = 1_000 } = options;
  // One for each owner: a client that described itself cannot replace the keys of others, nor make them wait for its lookup.
  const caches = {
    registered: createCache(max_cached),
    delegated: createCache(max_cached),
    self_described: createCache(max_cached),
  };

  const fetchKeys = async (
    jwks_uri: string,
    owner: UrlOwner,
    refresh: boolean,
  ): Promise<KeysResult> => {
    const { cached } = caches[owner];
    const document = await outbound.getJson(jwks_uri, owner);
    const result = document.ok ? readKeys(document.value) : document;
    const entry = nextEntry(cached.get(jwks_uri), result, refresh, now());
    cached.set(jwks_uri, entry);
    return entry.result;
  };

  return {
    keysOf: async (jwks_uri, owner, { refresh = false } = {}) => {
      const { cached, in_flight } = caches[owner];
      const entry = cached.get(jwks_uri);
      if (entry !== undefined && isFresh(entry, refresh, now())) return entry.result;

      const pending = in_flight.get(jwks_uri);
      if (pending !== undefined) return pending;
      const result = fetchKeys(jwks_uri, owner, refresh).finally(() => in_flight.delete(jwks_uri));
      in_flight.set(jwks_uri, result);
      return result;
    },
  };
}

function createCache(max_cached: number) {
  return {
    cached: createLruCache<string, Entry>(max_cached),
    in_flight: new Map<string, Promise<KeysResult>>(),
  };
}

const FRESH_SECONDS = 300;
const REFRESH_SECONDS = 30;

interface Entry {
  readonly result: KeysResult;
  /** When these keys were fetched, or when that failed. */
  readonly fetched_at: number;
  /** The last attempt, successful or not. */
  readonly tried_at: number;
  /** The last attempt for which a refresh was the reason. */
  readonly refreshed_at: number;
}

function isFresh(entry: Entry, refresh: boolean, now: number): boolean {
  const { result, fetched_at, tried_at, refreshed_at } = entry;
  if (!result.ok) return now < tried_at + FAILURE_SECONDS;
  // In the second in which they were fetched, they are what a refresh would get.
  const mayRefresh = now > tried_at && now >= refreshed_at + REFRESH_SECONDS;
  return now < fetched_at + FRESH_SECONDS && !(refresh && mayRefresh);
}

// If a refresh fails, keys that are still fresh are kept.
function nextEntry(
  before: Entry | undefined,
  result: KeysResult,
  refresh: boolean,
  now: number,
): Entry {
  const isStillFresh = before?.result.ok === true && now < before.fetched_at + FRESH_SECONDS;
  const refreshed_at = refresh ? now : (before?.refreshed_at ?? Number.NEGATIVE_INFINITY);
  return !result.ok && isStillFresh
    ? { ...before, tried_at: now, refreshed_at }
    : { result, fetched_at: now, tried_at: now, refreshed_at };
}

// RFC 7517 §5: keys that are not supported are ignored.
function readKeys(document: unknown): KeysResult {
  if (!isJsonObject(document) || !Array.isArray(document["keys"])) {
    return err({ reason: "not_a_key_set" });
  }
  if (!verifyKeyCount(document).ok) return err({ reason: "too_many_keys" });
  const parsed = document["keys"].map(parsePublicJwk);
  return ok(parsed.flatMap((key) => (key.ok ? key.value : [])));
}
