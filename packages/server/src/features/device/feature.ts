import { deviceOperations, devicePages } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { deviceSettings } from "./settings.ts";

/** Devices without a browser: RFC 8628. */
export const device = defineFeature({
  name: "device",
  operations: deviceOperations,
  pages: devicePages,
  settings: deviceSettings,
  load: async () => (await import("./code.ts")).code,
});
