import { defineFeature } from "../../feature/feature.ts";
import { supportSettings } from "./settings.ts";

/** Operators with the right to it act for users, by token exchange, where every use can be seen. */
export const support = defineFeature({
  name: "support",
  operations: {},
  settings: supportSettings,
  load: async () => (await import("./code.ts")).code,
});
