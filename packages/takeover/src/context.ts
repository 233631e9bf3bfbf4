import type { FeatureContext } from "@latchkey/server/feature";
import type { FollowMetrics } from "./follow-metrics.ts";
import type { Remains } from "./remains.ts";
import type { takeoverSettings } from "./settings.ts";
import type { TakenStore } from "./taken-store.ts";

/** What the endpoints and jobs of this feature are given. */
export type TakeoverContext = FeatureContext<"takeover", TakeoverPart, typeof takeoverSettings>;

interface TakeoverPart {
  readonly store: TakenStore;
  readonly remains: Remains;
  readonly follow_metrics: FollowMetrics;
}
