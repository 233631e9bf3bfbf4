import { HashQueueError } from "../crypto/hash-queue.ts";
import type { Failure } from "../http/failure.ts";
import { isTransient, StoreUnavailableError } from "../store/port/unavailable.ts";

/** Seconds. Lost database connections are replaced within one. */
const RETRY_AFTER = 1;

/** The failure behind an error that is not a bug: an unavailable database or a full hash queue. Undefined for any other. */
export function failureOf(thrown: unknown): Failure | undefined {
  if (isTransient(thrown)) return { ...unavailable, outcome_unknown: isOutcomeUnknown(thrown) };
  if (thrown instanceof HashQueueError) {
    const { retry_after } = thrown;
    return { kind: "overloaded", error: { ...tooManyHashes, retry_after } };
  }
  return undefined;
}

const unavailable: Failure = {
  kind: "unavailable",
  error: {
    error: "temporarily_unavailable",
    error_description: "The server cannot use its database right now. Try again in a moment.",
  },
  headers: { "Retry-After": String(RETRY_AFTER) },
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
