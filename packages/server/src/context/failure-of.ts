import { HashQueueError } from "../crypto/hash-queue.ts";
import { SignerUnavailableError } from "../crypto/external-signer.ts";
import { ClientKeyError } from "../crypto/jwe.ts";
import type { Failure } from "../http/failure.ts";
import { describeRejection, type Rejections, retryLater } from "../oauth/rejection.ts";
import { KeysUnavailableError } from "../outbound/remote-jwks.ts";
import { PreconditionFailedError } from "../store/port/precondition-failed.ts";
import { isTransient, outageKindOf, StoreUnavailableError } from "../store/port/unavailable.ts";

/** Seconds after which a request that found the database unavailable may be repeated: lost connections are replaced within one. */
export const DATABASE_RETRY_AFTER = 1;

/**
 * The failure behind an error that is not a bug: an unavailable database, a full hash queue, a client without a key to encrypt
 * its response to, keys that cannot be fetched, or a signer that does not sign. Undefined for any other.
 */
export function failureOf(thrown: unknown): Failure | undefined {
  if (isTransient(thrown)) {
    const outage = outageKindOf(thrown);
    return { ...unavailable, outcome_unknown: isOutcomeUnknown(thrown), outage };
  }
  if (thrown instanceof PreconditionFailedError) return preconditionFailed(thrown);
  if (thrown instanceof HashQueueError) {
    const { retry_after } = thrown;
    return { kind: "overloaded", error: { ...tooManyHashes, retry_after } };
  }
  if (thrown instanceof ClientKeyError) {
    const { message } = thrown;
    const error = describeRejection(failureRejections, { reason: "client_key_missing", message });
    return { kind: "unavailable", error, log_message: "response not encrypted" };
  }
  if (thrown instanceof KeysUnavailableError) {
    const { message, retry_after } = thrown;
    const reason = "keys_not_fetched";
    const error = describeRejection(failureRejections, { reason, message, retry_after });
    return { kind: "unavailable", error, log_message: "keys not fetched" };
  }
  if (thrown instanceof SignerUnavailableError) {
    const { message, retry_after } = thrown;
    const reason = "signer_unavailable";
    const error = describeRejection(failureRejections, { reason, message, retry_after });
    return { kind: "unavailable", error, log_message: "not signed", cause: "signer" };
  }
  return undefined;
}

function preconditionFailed({ changed }: PreconditionFailedError): Failure {
  const times = ["created_at", "updated_at"];
  const named = changed.filter((name) => !times.includes(name));
  const fields = named.length > 0 ? named : changed;
  const what = fields.length === 0 ? "fields were removed" : fields.join(", ");
  const error_description = `It was changed since it was read (${what}): read it again, then repeat the change.`;
  return { kind: "refused", error: { error: "precondition_failed", error_description } };
}

/** Failures that the inspector explains. */
export const failureRejections = {
  client_key_missing: {
    error: "temporarily_unavailable",
    description:
      "The response cannot be encrypted. Check that the client's jwks or jwks_uri has a key for the algorithm it registered.",
    debug: ({ message }: { message: string }) => message,
    reference: "OpenID Connect Core §10.2",
    fix: "Publish an encryption key of the registered algorithm in the client's jwks or jwks_uri.",
  },
  keys_not_fetched: {
    error: "temporarily_unavailable",
    description:
      "The keys at the jwks_uri cannot be fetched right now, so that no signature can be verified. Try again in a moment.",
    debug: ({ message }: { message: string }) => message,
    ...retryLater,
  },
  signer_unavailable: {
    error: "temporarily_unavailable",
    description: "The server cannot sign right now. Try again in a moment.",
    debug: ({ message }: { message: string }) => message,
    ...retryLater,
  },
} satisfies Rejections;

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
