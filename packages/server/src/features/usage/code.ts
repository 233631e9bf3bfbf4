import type { usageOperations } from "@latchkey/api";
import { noRequestCounter } from "../../context/request-counter.ts";
import type { FeatureCode } from "../../feature/feature.ts";
import { mustSign } from "../../flows/request-object.ts";
import { mustProveKey } from "../../oauth/binding/confirmation.ts";
import type { UsageContext } from "./context.ts";
import { createPendingCounts } from "./counter.ts";
import { predictImpact } from "./endpoints.ts";
import { startUsage } from "./job.ts";
import { usageTables } from "./migrations.ts";
import { createUsage } from "./store.ts";

export const code: FeatureCode<keyof typeof usageOperations, UsageContext> = {
  endpoints: { predictImpact },
  tables: usageTables,
  open: ({ config, store }) => ({
    pending: createPendingCounts((client) => ({
      signed: mustSign(client, config),
      proves_key: mustProveKey(client, { dpop_required: config["oauth2.dpop.required"] }),
    })),
    store: createUsage(store.tools),
  }),
  requestCounter: ({ config, usage }) =>
    config["usage.lifespan"] > 0 ? usage.pending : noRequestCounter,
  startJobs: (context) => (context.config["usage.lifespan"] > 0 ? [startUsage(context)] : []),
};
