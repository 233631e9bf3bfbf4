import { usageOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { usageSettings } from "./settings.ts";

/** What clients request, counted, and what a change would refuse of it. */
export const usage = defineFeature({
  name: "usage",
  operations: usageOperations,
  settings: usageSettings,
  load: async () => (await import("./code.ts")).code,
});
