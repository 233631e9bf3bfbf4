import { LISTED_FOR } from "../../../limits/delivery-attempt.ts";
import { mintFlowId } from "../../../crypto/flow-id.ts";
import {
  id,
  integer,
  oneOf,
  optional as nullable,
  table,
  text,
} from "../../../store/database/columns.ts";
import { insertValues } from "../../../store/database/sql.ts";
import { command } from "../../../store/database/statement.ts";
import { documents, optional, required } from "../../../store/port/documents.ts";
import type { Delivery, SignalContent } from "../rules/receiver.ts";

export const event_delivery = table("event_delivery", {
  delivery_id: id,
  receiver_id: text,
  kind: text,
  subject: nullable(text),
  content: text,
  status: oneOf<Delivery["status"]>("pending", "delivered", "failed"),
  attempts: integer,
  created_at: integer,
  last_attempt_at: nullable(integer),
  outcome: nullable(text),
  due_at: nullable(integer),
  expires_at: integer,
});

export const signalDocuments = documents<SignalContent>({
  table: "event_delivery",
  fields: { payload: required("object"), user: optional("object"), txn: required("text") },
});

/** Adds an event; part of a script. */
export const insertDelivery = command({
  given: event_delivery.columns,
  sql: `insert into event_delivery ${insertValues(event_delivery.columns)}`,
});

const COUNTER_AT = 6;
const MAX_COUNT = 2 ** 32;
let minted = 0;

/**
 * Ids are in the order of time, and within a millisecond in that of this process, so that receivers get the oldest first. The other
 * 6 bytes are random: two servers have different ids.
 */
function mintDeliveryId(at_ms: number): string {
  const bytes = Buffer.from(mintFlowId(at_ms), "base64url");
  minted = (minted + 1) % MAX_COUNT;
  bytes.writeUInt32BE(minted, COUNTER_AT);
  return bytes.toString("base64url");
}

/** An event that has not been sent. */
export function newDelivery(
  {
    receiver_id,
    kind,
    subject,
    content,
    is_sent,
  }: Pick<Delivery, "receiver_id" | "kind" | "content"> & {
    /** Whose event it is: those of one user are sent to a stream one after the other. */
    readonly subject?: string | undefined;
    /** Whether the server sends it: it does not to a receiver that polls, or whose stream is paused. */
    readonly is_sent: boolean;
  },
  at_ms: number,
): Delivery {
  const created_at = Math.floor(at_ms / 1000);
  return {
    delivery_id: mintDeliveryId(at_ms),
    receiver_id,
    kind,
    subject,
    content,
    status: "pending",
    attempts: 0,
    created_at,
    last_attempt_at: undefined,
    outcome: undefined,
    due_at: is_sent ? created_at : undefined,
    expires_at: created_at + LISTED_FOR,
  };
}
