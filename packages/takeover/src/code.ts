import type { takeoverOperations } from "@latchkey/api";
import type { FeatureCode } from "@latchkey/server/feature";
import type { TakeoverContext } from "./context.ts";
import { startClearingRemains } from "./clear-remains.ts";
import { getTakeover } from "./endpoints.ts";
import { defineFollowMetrics } from "./follow-metrics.ts";
import { takeoverTables } from "./migrations.ts";
import { openPredecessor } from "./predecessor/open-predecessor.ts";
import { startReadingFollowState } from "./read-follow-state.ts";
import { createRemains } from "./remains.ts";
import { createTakenStore } from "./store.ts";

/** Everything of the feature that only a running server needs. */
export const code: FeatureCode<keyof typeof takeoverOperations, TakeoverContext> = {
  endpoints: { getTakeover },
  tables: takeoverTables,
  open: (core) => ({
    store: createTakenStore(core.store.tools),
    remains: createRemains(core.store.tools),
    follow_metrics: defineFollowMetrics(core.metrics, core.now),
  }),
  defineMetrics: (metrics) => defineFollowMetrics(metrics, () => 0),
  startJobs: (context) => [startClearingRemains(context), startReadingFollowState(context)],
  predecessor: openPredecessor,
};
