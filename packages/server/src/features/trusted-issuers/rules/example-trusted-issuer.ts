import type { TrustedIssuer } from "./trusted-issuer.ts";

/** For tests: an issuer that is trusted with any subject, but for what the test sets. */
export function exampleTrustedIssuer(remarks: Partial<TrustedIssuer> = {}): TrustedIssuer {
  return {
    id: "7f0e8a6e-5b1c-4d2f-9a3b-0c1d2e3f4a5b",
    issuer: "https://ci.example",
    subject: "",
    allow_any_subject: true,
    scope: ["deploy", "logs.*"],
    jwks: { keys: [] },
    assertion_audiences: [],
    claims: {},
    allow_assertion_reuse: false,
    created_at: 1_000,
    expires_at: 9_000,
    ...remarks,
  };
}
