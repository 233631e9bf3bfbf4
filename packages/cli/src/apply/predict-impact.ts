/** The blast radius of a plan: what the server says it would have refused of the requests that it counted. */

import type { Impact, ImpactRequest } from "@latchkey/api";
import { type Client, unwrap } from "@latchkey/client";

import type { Change } from "./plan.ts";

/** Undefined where no change can refuse anything, or the server counts no requests. */
export async function predictImpact(
  latchkey: Client,
  changes: readonly Change[],
): Promise<Impact | undefined> {
  const registered = changes.flatMap(registrationChange);
  if (registered.length === 0) return undefined;
  const reply = await latchkey.call("predictImpact", { body: { changes: registered } });
  return reply.status === 404 ? undefined : unwrap(reply);
}

function registrationChange(change: Change): ImpactRequest["changes"] {
  const { action, kind, id, desired, current } = change;
  if (kind !== "client" && kind !== "api") return [];
  if (action === "delete") return [{ kind, id }];
  const isChanged = (action === "update" || action === "adopt") && current !== undefined;
  return isChanged && desired !== undefined ? [{ kind, id, after: desired.body }] : [];
}
