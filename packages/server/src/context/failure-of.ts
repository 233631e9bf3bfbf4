import { HashQueueError } from "../crypto/hash-queue.ts";
import { ClientKeyError } from "../crypto/encryption/jwe.ts";
import type { Failure } from "../http/failure.ts";
import { KeysUnavailableError } from "../outbound/remote-jwks.ts";
import { isTransient, outageKindOf, StoreUnavailableError } from "../store/port/unavailable.ts";

/** Seconds after which a request that found the database unavailable may be repeated: lost connections are replaced within one. */
export const DATABASE_RETRY_AFTER = 1;

/**
 * The failure behind an error that is not a bug: an unavailable database, a full hash queue, a client without a key to encrypt
 * its response to, or keys that cannot be fetched. Undefined for any other.
 */
export function failureOf(thrown: unknown): Failure | undefined {
  if (isTransient(thrown)) {
    const outage = outageKindOf(thrown);
    return { ...unavailable, outcome_unknown: isOutcomeUnknown(thrown), outage };
  }
  if (thrown instanceof HashQueueError) {
    const { retry_after } = thrown;
    return { kind: "overloaded", error: { ...tooManyHashes, retry_after } };
  }
  if (thrown instanceof ClientKeyError) {
    const error = { ...clientKeyMissing, debug: thrown.message };
    return { kind: "unavailable", error, log_message: "response not encrypted" };
  }
  if (thrown instanceof KeysUnavailableError) {
    const { message: debug, retry_after } = thrown;
    const error = { ...keysNotFetched, debug, retry_after };
    return { kind: "unavailable", error, log_message: "keys not fetched" };
  }
  return undefined;
}

const clientKeyMissing = {
  error: "temporarily_unavailable",
  error_description:
    "The response cannot be encrypted. Check that the client's jwks or jwks_uri has a key for the algorithm it registered.",
  reason: "client_key_missing",
} as const;

const keysNotFetched = {
  error: "temporarily_unavailable",
  error_description:
    "The keys at the jwks_uri cannot be fetched right now, so that no signature can be verified. Try again in a moment.",
  reason: "keys_not_fetched",
} as const;

const unavailable: Failure = {
  kind: "unavailable",
  error: {
    error: "temporarily_unavailable",
    error_description: "The server cannot use its database right now. Try again in a moment.",
  },
  headers: { "Retry-After": String(DATABASE_RETRY_AFTER) },
};

const tooManyHashes = {
  error: "temporarily_unavailable",
  error_description: "Too many secrets are being hashed at once. Try again in a moment.",
} as const;

function isOutcomeUnknown(thrown: unknown): boolean {
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if (at instanceof StoreUnavailableError) return at.outcome_unknown;
  }
  return false;
}
