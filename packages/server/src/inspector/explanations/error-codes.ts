/** Rejections that are known by their error code, or by the provider that made them. */

import type { ExplainedRejections } from "../explanations.ts";

const TOKEN_ERROR = "RFC 6749 §5.2";
const AUTHORIZATION_ERROR = "RFC 6749 §4.1.2.1";
const CORE_ERROR = "OpenID Connect Core §3.1.2.6";

/** Steps that were rejected. */
export const errorCodeExplanations = {
  login_required: {
    reference: CORE_ERROR,
    fix: "Start again without prompt=none, so that the user can sign in.",
  },
  consent_required: {
    reference: CORE_ERROR,
    fix: "Start again without prompt=none, so that the user can give consent.",
  },
  login_provider_refused: { reference: AUTHORIZATION_ERROR },
  consent_provider_refused: { reference: AUTHORIZATION_ERROR },
  access_denied: {
    reference: AUTHORIZATION_ERROR,
    fix: "Return to the application and start again.",
  },
  invalid_request_object: { reference: "OpenID Connect Core §6.3" },
  unsupported_grant_type: {
    reference: TOKEN_ERROR,
    fix: "Use one of the grant_types_supported of the discovery document.",
  },
  temporarily_unavailable: { fix: "Try again later." },
  server_error: { fix: "Search the server's log for the request id." },
} satisfies ExplainedRejections;
