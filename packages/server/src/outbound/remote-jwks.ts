import type { JsonWebKey } from "@latchkey/api";
import { isJsonObject } from "../limits/json-depth.ts";
import { parsePublicJwk } from "../crypto/parse-jwk.ts";
import { createLruCache } from "../lru-cache.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { OutboundRejection } from "./outbound-rejection.ts";
import type { Outbound } from "./outbound.ts";

/** Why a client's keys are not at hand. */
type RemoteJwksRejection = OutboundRejection | { readonly reason: "not_a_key_set" };

/** The keys that clients publish at their `jwks_uri`. */
export interface RemoteJwks {
  /** The public keys at a URL, perhaps from memory. Ask to `refresh` when a signature names a key that is not among them. */
  readonly keysOf: (
    jwks_uri: string,
    options?: { readonly refresh?: boolean },
  ) => Promise<Result<readonly JsonWebKey[], RemoteJwksRejection>>;
}

/** Keys are kept for five minutes and, however often somebody asks for a refresh, fetched at most every 30 seconds. */
export function createRemoteJwks(
  outbound: Pick<Outbound, "getJson">,
  now: () => number,
  options: { readonly kept_max?: number } = {},
): RemoteJwks {
  const { kept_max = 1_000 } = options;
  const kept = createLruCache<string, Entry>(kept_max);
  const underWay = new Map<string, Promise<Response>>();

  const fetchKeys = async (jwks_uri: string): Promise<Response> => {
    const document = await outbound.getJson(jwks_uri);
    const answer = document.ok ? readKeys(document.value) : document;
    const entry = nextEntry(kept.get(jwks_uri), answer, now());
    kept.set(jwks_uri, entry);
    return entry.answer;
  };

  return {
    keysOf: async (jwks_uri, { refresh = false } = {}) => {
      const entry = kept.get(jwks_uri);
      if (entry !== undefined && isFresh(entry, refresh, now())) return entry.answer;

      const asked = underWay.get(jwks_uri);
      if (asked !== undefined) return asked;
      const answer = fetchKeys(jwks_uri).finally(() => underWay.delete(jwks_uri));
      underWay.set(jwks_uri, answer);
      return answer;
    },
  };
}

const KEPT_SECONDS = 300;
const REFRESH_SECONDS = 30;
const FAILURE_SECONDS = 5;

type Response = Result<readonly JsonWebKey[], RemoteJwksRejection>;

interface Entry {
  readonly answer: Response;
  /** When these keys came, or when the failure did. */
  readonly fetched_at: number;
  /** When they were last asked for, with or without success. */
  readonly tried_at: number;
}

function isFresh({ answer, fetched_at, tried_at }: Entry, refresh: boolean, now: number): boolean {
  if (!answer.ok) return now < tried_at + FAILURE_SECONDS;
  return now < fetched_at + KEPT_SECONDS && !(refresh && now >= tried_at + REFRESH_SECONDS);
}

// A refresh that fails does not cost a client the keys that are still good.
function nextEntry(before: Entry | undefined, answer: Response, now: number): Entry {
  const stillGood = before?.answer.ok === true && now < before.fetched_at + KEPT_SECONDS;
  return !answer.ok && stillGood
    ? { ...before, tried_at: now }
    : { answer, fetched_at: now, tried_at: now };
}

// RFC 7517 §5: keys that we do not understand are passed over, not held against the others.
function readKeys(document: unknown): Response {
  if (!isJsonObject(document) || !Array.isArray(document["keys"])) {
    return err({ reason: "not_a_key_set" });
  }
  const parsed = document["keys"].map(parsePublicJwk);
  return ok(parsed.flatMap((key) => (key.ok ? key.value : [])));
}
