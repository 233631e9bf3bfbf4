import type { JsonWebKey } from "@latchkey/api";
import { isJsonObject } from "../limits/json-depth.ts";
import { parsePublicJwk, verifyKeyCount } from "../crypto/parse-jwk.ts";
import { createLruCache } from "../lru-cache.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { OutboundRejection } from "./outbound-rejection.ts";
import type { Outbound } from "./outbound.ts";

/** Why the keys of a client are not available. */
type RemoteJwksRejection =
  | OutboundRejection
  | { readonly reason: "not_a_key_set" }
  | { readonly reason: "too_many_keys" };

/** The keys that clients publish at their `jwks_uri`. */
export interface RemoteJwks {
  /** The public keys at a URL, from the cache where possible. `refresh` when a signature names a key that is not among them. */
  readonly keysOf: (
    jwks_uri: string,
    options?: { readonly refresh?: boolean },
  ) => Promise<Result<readonly JsonWebKey[], RemoteJwksRejection>>;
}

/** Caches keys for five minutes, and fetches them at most every 30 seconds, however often a refresh is requested. */
export function createRemoteJwks(
  outbound: Pick<Outbound, "getJson">,
  now: () => number,
  options: { readonly cached_max?: number } = {},
): RemoteJwks {
  const { cached_max = 1_000 } = options;
  const cached = createLruCache<string, Entry>(cached_max);
  const in_flight = new Map<string, Promise<Response>>();

  const fetchKeys = async (jwks_uri: string): Promise<Response> => {
    const document = await outbound.getJson(jwks_uri);
    const answer = document.ok ? readKeys(document.value) : document;
    const entry = nextEntry(cached.get(jwks_uri), answer, now());
    cached.set(jwks_uri, entry);
    return entry.answer;
  };

  return {
    keysOf: async (jwks_uri, { refresh = false } = {}) => {
      const entry = cached.get(jwks_uri);
      if (entry !== undefined && isFresh(entry, refresh, now())) return entry.answer;

      const pending = in_flight.get(jwks_uri);
      if (pending !== undefined) return pending;
      const answer = fetchKeys(jwks_uri).finally(() => in_flight.delete(jwks_uri));
      in_flight.set(jwks_uri, answer);
      return answer;
    },
  };
}

const FRESH_SECONDS = 300;
const REFRESH_SECONDS = 30;
const FAILURE_SECONDS = 5;

type Response = Result<readonly JsonWebKey[], RemoteJwksRejection>;

interface Entry {
  readonly answer: Response;
  /** When these keys were fetched, or when that failed. */
  readonly fetched_at: number;
  /** The last attempt, successful or not. */
  readonly tried_at: number;
}

function isFresh({ answer, fetched_at, tried_at }: Entry, refresh: boolean, now: number): boolean {
  if (!answer.ok) return now < tried_at + FAILURE_SECONDS;
  return now < fetched_at + FRESH_SECONDS && !(refresh && now >= tried_at + REFRESH_SECONDS);
}

// If a refresh fails, keys that are still fresh are kept.
function nextEntry(before: Entry | undefined, answer: Response, now: number): Entry {
  const isStillFresh = before?.answer.ok === true && now < before.fetched_at + FRESH_SECONDS;
  return !answer.ok && isStillFresh
    ? { ...before, tried_at: now }
    : { answer, fetched_at: now, tried_at: now };
}

// RFC 7517 §5: keys that are not supported are ignored.
function readKeys(document: unknown): Response {
  if (!isJsonObject(document) || !Array.isArray(document["keys"])) {
    return err({ reason: "not_a_key_set" });
  }
  if (!verifyKeyCount(document).ok) return err({ reason: "too_many_keys" });
  const parsed = document["keys"].map(parsePublicJwk);
  return ok(parsed.flatMap((key) => (key.ok ? key.value : [])));
}
