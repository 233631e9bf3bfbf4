import { auditOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { auditSettings } from "./settings.ts";

/** Who changed what: each change has its entry, in the same transaction, and each entry the hash of the one before. */
export const audit = defineFeature({
  name: "audit",
  operations: auditOperations,
  settings: auditSettings,
  load: async () => (await import("./code.ts")).code,
});
