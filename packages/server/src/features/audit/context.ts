import type { FeatureContext } from "../../feature/feature.ts";
import type { auditSettings } from "./settings.ts";
import type { AuditLog } from "./store/audit-log.ts";

/** What the endpoints and the job of this feature are given. */
export type AuditContext = FeatureContext<"audit", AuditLog, typeof auditSettings>;
