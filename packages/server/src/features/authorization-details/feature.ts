import { authorizationDetailsOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";

/** The types of rich authorization requests: RFC 9396. */
export const authorizationDetails = defineFeature({
  name: "authorization-details",
  operations: authorizationDetailsOperations,
  load: async () => (await import("./code.ts")).code,
});
