/** When webhooks are sent again, and when they are given up. */

import type { WebhookDelivery } from "@latchkey/api";
import { timestamp } from "@latchkey/server/feature/rules";
import type { WebhookDeliveryRecord } from "../records.ts";

const HOUR = 3_600;

/** Seconds between the event and the last attempt. */
const RETRIED_FOR = 24 * HOUR;

/** Seconds that a webhook is listed. */
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

/**
 * Exponential backoff of 5, 10, 20, 40 … seconds, up to an hour. 410 is final: the receiver is gone (Standard Webhooks, "Status
 * codes"). A test is sent once.
 */
export function judgeAttempt(
  outcome: AttemptOutcome,
  { type, attempts, created_at }: Pick<WebhookDeliveryRecord, "type" | "attempts" | "created_at">,
  now: number,
): Verdict {
  const { status } = outcome;
  if (status !== undefined && status >= 200 && status < 300) return { kind: "delivered" };
  const due_at = now + Math.min(FIRST_WAIT * 2 ** (attempts - 1), MAX_WAIT);
  const isOver = status === 410 || type === "webhook.test" || due_at > created_at + RETRIED_FOR;
  return isOver ? { kind: "given_up" } : { kind: "retry", due_at };
}

/** A webhook as the wire sees it. */
export function describeDelivery(record: WebhookDeliveryRecord): WebhookDelivery {
  const { delivery_id: id, type, status, attempts, outcome = null } = record;
  const { created_at, last_attempt_at, due_at } = record;
  const timeOf = (time: number | undefined) => (time === undefined ? null : timestamp(time));
  return {
    id,
    type,
    status,
    attempts,
    outcome,
    created_at: timestamp(created_at),
    last_attempt_at: timeOf(last_attempt_at),
    next_attempt_at: timeOf(due_at),
  };
}
