import { defineFeature } from "../../feature/feature.ts";
import { tokenExchangeSettings } from "./settings.ts";

/** Clients exchange tokens, to act for their subjects: RFC 8693. */
export const tokenExchange = defineFeature({
  name: "token-exchange",
  operations: {},
  settings: tokenExchangeSettings,
  load: async () => (await import("./code.ts")).code,
});
