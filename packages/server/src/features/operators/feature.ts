import { operatorOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { operatorSettings } from "./settings.ts";

/** Who may call the admin API: users with a role, and API keys. */
export const operators = defineFeature({
  name: "operators",
  operations: operatorOperations,
  settings: operatorSettings,
  load: async () => (await import("./code.ts")).code,
});
