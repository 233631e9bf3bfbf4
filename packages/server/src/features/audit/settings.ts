import { retention } from "../../config/duration.ts";
import { reloadable, setting } from "../../config/setting.ts";

/** The audit log. */
export const auditSettings = {
  "audit.retention": setting(
    retention,
    "8760h",
    "How long it is kept who changed what: a day at least. Older entries of the audit log are dropped; export them first where they are to be kept.",
    reloadable,
  ),
};
