/** When a notification of a third party is sent again, and when it is given up. */

const HOUR = 3_600;

/** Seconds between the event and the last attempt. */
const RETRIED_FOR = 24 * HOUR;

/** Seconds that a notification is listed. */
export const LISTED_FOR = 7 * 24 * HOUR;

const FIRST_WAIT = 5;
const MAX_WAIT = HOUR;

/** What came of an attempt: the status of the response, or why there was none. */
export type AttemptOutcome =
  | { readonly status: number }
  | { readonly status: undefined; readonly reason: string };

/** What follows an attempt. */
export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly due_at: number }
  | { readonly kind: "given_up" };

/** A notification that was attempted. */
interface Attempted {
  /** The number of this attempt. */
  readonly attempts: number;
  /** Since when it is to be delivered. Unix seconds. */
  readonly created_at: number;
  /** Sent once: a test. */
  readonly is_test: boolean;
}

/**
 * Exponential backoff of 5, 10, 20, 40 … seconds, up to an hour. 410 is final: the receiver is gone (Standard Webhooks, "Status
 * codes").
 */
export function judgeAttempt(
  outcome: AttemptOutcome,
  { attempts, created_at, is_test }: Attempted,
  now: number,
): Verdict {
  const { status } = outcome;
  if (status !== undefined && status >= 200 && status < 300) return { kind: "delivered" };
  const due_at = now + Math.min(FIRST_WAIT * 2 ** (attempts - 1), MAX_WAIT);
  const isOver = status === 410 || is_test || due_at > created_at + RETRIED_FOR;
  return isOver ? { kind: "given_up" } : { kind: "retry", due_at };
}

/** The outcome as a sentence, for the list of deliveries. */
export function describeOutcome(outcome: AttemptOutcome): string {
  return outcome.status === undefined ? outcome.reason : `It responded ${outcome.status}.`;
}
