import type { TakeoverStatus } from "@latchkey/api";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import { json, noStore } from "@latchkey/server/feature/endpoints";
import { timestamp } from "@latchkey/server/feature/rules";
import type { TakeoverContext } from "./context.ts";
import type * as stored from "./taken-store.ts";

/** GET /takeover. */
export const getTakeover: FeatureEndpoint<TakeoverContext> = async (_request, context) => {
  const { takeovers } = context.takeover.store;
  const status = await takeovers.status(context.now());
  if (status === undefined) return json(200, nothing, noStore);
  return json(200, describe(status, await takeovers.left(context.now())), noStore);
};

const nothing: TakeoverStatus = { state: "none", live_tokens: 0 };

function describe(
  { source, began_at, ended_at, followed_at, failing_since }: stored.TakeoverStatus,
  { live_tokens, registration_tokens, last_expires_at }: stored.TakeoverLeft,
): TakeoverStatus {
  const isOver = ended_at !== undefined;
  return {
    state: isOver ? "done" : "under_way",
    source,
    began_at: timestamp(began_at),
    ...(isOver && { ended_at: timestamp(ended_at) }),
    ...(followed_at !== undefined && { followed_at: timestamp(followed_at) }),
    ...(failing_since !== undefined && { failing_since: timestamp(failing_since) }),
    live_tokens,
    ...(registration_tokens > 0 && { registration_tokens }),
    ...(isOver && last_expires_at !== undefined && { needed_until: timestamp(last_expires_at) }),
  };
}
