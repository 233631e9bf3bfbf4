import { randomId } from "../../crypto/random.ts";
import type { Delivery, Receiver } from "./rules/receiver.ts";
import { type Signal, streamUpdated, verification } from "./rules/signal.ts";
import { newDelivery, signalDocuments } from "./store/delivery-table.ts";

/** The event that verifies a stream. Without a state, the server itself asks for a sign of life. */
export function verificationNotice(
  receiver: Receiver,
  state: string | undefined,
  at_ms: number,
): Delivery {
  return noticeOf(receiver, verification(state), at_ms);
}

/** The event that says which status a stream now has, and why. */
export function statusNotice(receiver: Receiver, at_ms: number): Delivery {
  return noticeOf(receiver, streamUpdated(receiver.status, receiver.reason), at_ms);
}

/** Events about a stream are sent also while it is paused. */
function noticeOf(
  { receiver_id, method }: Receiver,
  { event: kind, payload }: Omit<Signal, "subject">,
  at_ms: number,
): Delivery {
  const content = signalDocuments.write({ payload, txn: randomId() });
  return newDelivery({ receiver_id, kind, content, is_sent: method === "push" }, at_ms);
}
