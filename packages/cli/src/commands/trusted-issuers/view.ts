import type { TrustedIssuer } from "@latchkey/api";

import type { View } from "../../output/format.ts";

/** Columns of the list. */
export const trustedIssuerRow: View<TrustedIssuer> = {
  ID: ({ id }) => id,
  ISSUER: ({ issuer }) => issuer,
  SUBJECT: ({ subject, subject_pattern }) => subject || (subject_pattern ?? "any"),
  SCOPE: ({ scope }) => scope.join(" "),
  CLIENT: ({ client_id = "" }) => client_id,
  EXPIRES: ({ expires_at }) => expires_at,
  ENABLED: ({ enabled = true }) => (enabled ? "yes" : "no"),
};

/** Fields of a single one. */
export const trustedIssuerPage: View<TrustedIssuer> = {
  ...trustedIssuerRow,
  KEYS: ({ jwks, jwks_uri }) => jwks_uri ?? jwks?.keys.map(({ kid = "" }) => kid).join(",") ?? "",
  AUDIENCES: ({ assertion_audiences = [] }) => assertion_audiences.join(","),
  CLAIMS: ({ claims }) => (claims === undefined ? "" : JSON.stringify(claims)),
  REUSE: ({ allow_assertion_reuse }) => (allow_assertion_reuse === true ? "yes" : ""),
};
