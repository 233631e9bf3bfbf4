import type { CommandEntry } from "../command-entry.ts";

/** `latchkey trusted-issuers …`. */
export const trustedIssuerCommands: Readonly<Record<string, CommandEntry>> = {
  "trusted-issuers create": {
    summary: "Trusts an issuer, whose JWTs can then be exchanged for access tokens.",
    load: async () => (await import("./create.ts")).createTrustedIssuer,
  },
  "trusted-issuers list": {
    summary: "Lists trusted issuers.",
    load: async () => (await import("./list.ts")).listTrustedIssuers,
  },
  "trusted-issuers get": {
    summary: "Shows a trusted issuer.",
    load: async () => (await import("./get.ts")).getTrustedIssuer,
  },
  "trusted-issuers disable": {
    summary: "Disables trusted issuers: their JWTs are refused.",
    load: async () => (await import("./enable.ts")).disableTrustedIssuers,
  },
  "trusted-issuers enable": {
    summary: "Enables trusted issuers again.",
    load: async () => (await import("./enable.ts")).enableTrustedIssuers,
  },
  "trusted-issuers delete": {
    summary: "Ends the trust in issuers.",
    load: async () => (await import("./delete.ts")).deleteTrustedIssuers,
  },
};
