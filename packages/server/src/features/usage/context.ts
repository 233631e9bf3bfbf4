import type { FeatureContext } from "../../feature/feature.ts";
import type { PendingCounts } from "./counter.ts";
import type { usageSettings } from "./settings.ts";
import type { Usage } from "./store.ts";

/** What the endpoints and the job of this feature are given. */
export type UsageContext = FeatureContext<"usage", UsagePart, typeof usageSettings>;

interface UsagePart {
  readonly pending: PendingCounts;
  readonly store: Usage;
}
