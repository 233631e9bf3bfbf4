import { type Operation, registrationOperations } from "@latchkey/api";
import { defineFeature } from "../../feature/feature.ts";
import { checkRegistration, type RegistrationConfig, registrationSettings } from "./settings.ts";

/** Clients that no operator registers: RFC 7591, RFC 7592 and draft-ietf-oauth-client-id-metadata-document. */
export const registration = defineFeature({
  name: "registration",
  operations: registrationOperations,
  settings: registrationSettings,
  check: checkRegistration,
  readFiles: async (config: RegistrationConfig) =>
    (await import("./statement-issuers.ts")).loadStatementIssuers(config),
  isServed: (id, config: RegistrationConfig) =>
    config["oauth2.registration.mode"] !== "off" || rows[id]?.tag === "admin",
  load: async () => (await import("./code.ts")).code,
});

const rows: Readonly<Record<string, Operation>> = registrationOperations;
