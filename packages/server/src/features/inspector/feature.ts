import { inspectorOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { inspectorSettings } from "./settings.ts";

/** Recent authorizations, logouts and failed token requests, step by step and explained. */
export const inspector = defineFeature({
  name: "inspector",
  operations: inspectorOperations,
  settings: inspectorSettings,
  load: async () => (await import("./code.ts")).code,
});
