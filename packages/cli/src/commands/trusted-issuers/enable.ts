import { enablingCommands } from "../set-enabled.ts";

/** `latchkey trusted-issuers disable`, `latchkey trusted-issuers enable`. */
export const { disable: disableTrustedIssuers, enable: enableTrustedIssuers } = enablingCommands({
  argument: "ID",
  missing: "Missing argument: one or more IDs of trusted issuers.",
  example: "trusted-issuers VERB $TRUSTED_ISSUER",
  disabled:
    "Their JWTs are refused, and tokens that were issued for them are inactive, on all servers within a second. Nothing is deleted.",
  enabled: "Tokens that have not expired are valid again.",
  set: async (id, enabled, latchkey) => {
    await latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled } });
    return id;
  },
});
