import type { WebhookDelivery } from "@latchkey/api";
import { timestamp } from "@latchkey/server/feature/rules";
import type { WebhookDeliveryRecord } from "../records.ts";

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
