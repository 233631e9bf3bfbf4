import { takeoverOperations } from "@latchkey/api";
import { defineFeature } from "@latchkey/server/feature";
import { takeoverSettings } from "./settings.ts";

/** Recognises what another server issued whose data was taken over, for as long as something of it is valid. */
export const takeover = defineFeature({
  name: "takeover",
  operations: takeoverOperations,
  settings: takeoverSettings,
  load: async () => (await import("./code.ts")).code,
});
