import type { auditOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import type { AuditContext } from "./context.ts";
import * as endpoints from "./endpoints.ts";
import { startRetention } from "./job.ts";
import { auditTables } from "./migrations.ts";
import { createAuditLog } from "./store/audit-log.ts";

export const code: FeatureCode<keyof typeof auditOperations, AuditContext> = {
  endpoints,
  tables: auditTables,
  open: ({ store }) => createAuditLog(store.tools),
  startJobs: (context) => [startRetention(context)],
};
