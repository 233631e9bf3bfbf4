/** The authentication of clients: RFC 6749 §2.3, RFC 7523. */

import { type Rejections, TOKEN_ERROR } from "./explanation.ts";

/** Steps that were rejected. */
export const clientRejections = {
  secret_mismatch: {
    because: "The client secret is wrong.",
    reference: "RFC 6749 §2.3.1",
    fix: "Configure the application with the current client secret. With HTTP Basic it must be form-encoded.",
  },
  secret_not_set: { reference: "RFC 6749 §2.3.1", fix: "Set a secret for the client." },
  method_not_registered: {
    reference: "RFC 6749 §2.3",
    fix: "Use the authentication method of the client's token_endpoint_auth_method, or change that field.",
  },
  credentials_missing: {
    reference: "RFC 6749 §3.2.1",
    fix: "Send the client's credentials: with HTTP Basic, in the form, or as a client_assertion.",
  },
  credentials_wrong: {
    reference: TOKEN_ERROR,
    fix: "Check the client_id and client_secret of the integration.",
  },
  methods_combined: { reference: "RFC 6749 §2.3", fix: "Use exactly one authentication method." },
  assertion_not_verified: {
    reference: "RFC 7523 §3",
    fix: "Publish the key that signs the assertion in the client's jwks or jwks_uri.",
  },
  assertion_refused: {
    reference: "RFC 7523 §3",
    fix: "Check the claims of the assertion, its expiry and the clock of the client.",
  },
} satisfies Rejections;
