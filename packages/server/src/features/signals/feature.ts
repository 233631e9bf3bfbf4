import { signalsOperations, ssfOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { type SignalsConfig, signalsSettings } from "./settings.ts";

/** Events for receivers: webhooks, and streams of OpenID Shared Signals. */
export const signals = defineFeature({
  name: "signals",
  operations: signalsOperations,
  settings: signalsSettings,
  isServed: (id, config: SignalsConfig) =>
    config["signals.streams"] || !Object.hasOwn(ssfOperations, id),
  load: async () => (await import("./code.ts")).code,
});
