import { managedResourceOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";

/** Which resources files describe, for `latchkey plan` and `latchkey apply`. */
export const managedResources = defineFeature({
  name: "managed-resources",
  operations: managedResourceOperations,
  load: async () => (await import("./code.ts")).code,
});
