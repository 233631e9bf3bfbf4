import { terminationOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";

/** Ends all that a subject, a session, a client, a grant or an API holds, and lists the JWTs among it for APIs. */
export const termination = defineFeature({
  name: "termination",
  operations: terminationOperations,
  load: async () => (await import("./code.ts")).code,
});
