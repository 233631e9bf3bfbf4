import { trustedIssuerOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { trustedIssuerSettings } from "./settings.ts";

/** Issuers whose JWTs clients exchange for access tokens: RFC 7523 §2.1. */
export const trustedIssuers = defineFeature({
  name: "trusted-issuers",
  operations: trustedIssuerOperations,
  settings: trustedIssuerSettings,
  load: async () => (await import("./code.ts")).code,
});
