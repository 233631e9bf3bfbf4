/** Standard Webhooks: the bodies of webhooks about events. */

import type { JsonObject } from "@latchkey/api";
import { isJsonObject } from "../../../limits/json-depth.ts";
import { timestamp } from "../../../oauth/timestamp.ts";
import type { AccountEvent, Initiator } from "./event.ts";
import type { ResourceEvent } from "./resource-event.ts";

/** Standard Webhooks, "Payload structure": the type, the time at which it happened, and the data. */
export function webhookBody(
  { kind: type, ...facts }: AccountEvent | ResourceEvent,
  initiated_by: Initiator,
  at: number,
): string {
  const data = { ...dataOf(facts), initiated_by };
  return JSON.stringify({ type, timestamp: timestamp(at), data });
}

/** The body of a test. */
export function testBody(type: string, receiver_id: string, at: number): string {
  return JSON.stringify({ type, timestamp: timestamp(at), data: { receiver_id } });
}

/** Webhooks name the claims that changed. Their values are for those who may read the account. */
function dataOf(facts: JsonObject): JsonObject {
  const { claims, ...others } = facts;
  return isJsonObject(claims) ? { ...others, changed_claims: Object.keys(claims) } : facts;
}
