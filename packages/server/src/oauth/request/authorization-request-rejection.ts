/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6: why an authorization request is rejected, and the error response. */

import type { ClaimsRejection } from "../authentication/claims-parameter.ts";
import {
  describeDetailsRejection,
  detailsErrorCodes,
  isDetailsRejection,
} from "../authorization-details/details-rejection.ts";
import { type ErrorCode, type OAuthError, quote } from "../oauth-error.ts";
import type { OpenIdParameterRejection } from "../openid-parameters.ts";
import { type CodeChallengeRejection, describePkceRejection } from "../pkce.ts";
import type { RedirectUriRejection } from "../redirect-uri.ts";
import {
  describeTargetRejection,
  isTargetRejection,
  targetErrorCodes,
} from "../resource/indicators.ts";
import type { ResponseTypeRejection } from "../response-type.ts";
import { scopeMalformed, scopeNotAllowed, type ScopeRejection } from "../scope.ts";
import type { PermissionRejection } from "./permissions.ts";

/** The reason and its facts. */
export type AuthorizationRequestRejection =
  | { readonly reason: "parameter_repeated"; readonly parameter: string }
  | { readonly reason: "client_id_missing" }
  | { readonly reason: "client_unknown" }
  | { readonly reason: "response_mode_unknown"; readonly response_mode: string }
  | RedirectUriRejection
  | { readonly reason: "redirect_uri_of_openid_missing" } // OpenID Connect Core §3.1.2.1
  | { readonly reason: "redirect_uri_insecure"; readonly redirect_uri: string }
  | ScopeRejection
  | PermissionRejection
  | ClaimsRejection
  | { readonly reason: "registration_sent" }
  | ResponseTypeRejection
  | { readonly reason: "response_mode_reveals_tokens" }
  | { readonly reason: "state_too_short"; readonly least: number }
  | OpenIdParameterRejection
  | CodeChallengeRejection
  | { readonly reason: "response_type_unbound" }
  | { readonly reason: "dpop_jkt_malformed" }
  | { readonly reason: "openid_not_granted" };

/**
 * The error response. Rejections that are shown on a page of this server quote no parameter: an attacker could otherwise put text
 * on that page with a link.
 */
export function describeAuthorizationRequestRejection(
  rejection: AuthorizationRequestRejection,
): OAuthError {
  const { reason } = rejection;
  return { error: errorCodes[reason], error_description: describeReason(rejection), reason };
}

const errorCodes: { readonly [Reason in AuthorizationRequestRejection["reason"]]: ErrorCode } = {
  parameter_repeated: "invalid_request",
  client_id_missing: "invalid_request",
  client_unknown: "invalid_client",
  response_mode_unknown: "unsupported_response_mode",
  redirect_uri_missing: "invalid_request",
  redirect_uri_of_openid_missing: "invalid_request",
  redirect_uri_not_registered: "invalid_request",
  redirect_uri_insecure: "invalid_request",
  scope_malformed: "invalid_scope",
  scope_not_allowed: "invalid_scope",
  ...targetErrorCodes,
  ...detailsErrorCodes,
  claims_malformed: "invalid_request",
  registration_sent: "registration_not_supported",
  response_type_missing: "unsupported_response_type",
  response_type_not_registered: "unsupported_response_type",
  grant_type_not_registered: "unauthorized_client",
  response_mode_reveals_tokens: "unsupported_response_mode",
  state_too_short: "invalid_state",
  nonce_missing: "invalid_request",
  nonce_too_short: "insufficient_entropy",
  prompt_unknown: "invalid_request",
  prompt_none_not_alone: "invalid_request",
  prompt_create_without_page: "invalid_request",
  max_age_malformed: "invalid_request",
  code_challenge_missing: "invalid_request",
  code_challenge_malformed: "invalid_request",
  code_challenge_method_unsupported: "invalid_request",
  response_type_unbound: "unsupported_response_type",
  dpop_jkt_malformed: "invalid_request",
  openid_not_granted: "unsupported_response_type",
};

function describeReason(rejection: AuthorizationRequestRejection): string {
  if (isTargetRejection(rejection)) return describeTargetRejection(rejection).error_description;
  if (isDetailsRejection(rejection)) return describeDetailsRejection(rejection).error_description;
  switch (rejection.reason) {
    case "parameter_repeated":
      return `Send the parameter ${quote(rejection.parameter)} only once.`;
    case "client_id_missing":
      return "The parameter client_id is missing.";
    case "client_unknown":
      return "No client has this client_id. Check the client_id, or register the client.";
    case "response_mode_unknown":
      return "The response_mode is not supported. Use query, fragment or form_post, each also with .jwt, or jwt.";
    case "redirect_uri_missing":
      return rejection.registered === 0
        ? "The client has no redirect URI. Add one to the client's redirect_uris."
        : "The client has several redirect URIs. Send one of them as redirect_uri.";
    case "redirect_uri_of_openid_missing":
      return "OpenID Connect requires a redirect_uri. Send one of the client's redirect_uris.";
    case "redirect_uri_not_registered":
      return "The redirect_uri is not registered for the client. Add exactly this URI to the client's redirect_uris.";
    case "redirect_uri_insecure":
      return "The redirect_uri uses http, which does not protect the response. Use https.";
    case "scope_malformed":
      return scopeMalformed;
    case "scope_not_allowed":
      return scopeNotAllowed(rejection.scope);
    case "claims_malformed":
      return `The parameter claims ${rejection.problem}.`;
    case "registration_sent":
      return "The parameter registration is not supported. Register the client beforehand.";
    case "response_type_missing":
      return "The parameter response_type is missing. Send response_type=code, for example.";
    case "response_type_not_registered":
      return `The client may not use the response_type ${quote(rejection.response_type)}. Add it to the client's response_types.`;
    case "grant_type_not_registered":
      return `The response_type requires the grant type ${rejection.grant_type}. Add it to the client's grant_types.`;
    case "response_mode_reveals_tokens":
      return "The response_mode query would put tokens into server logs and browser histories. Use fragment or form_post.";
    case "state_too_short":
      return `The state must have at least ${rejection.least} characters.`;
    case "nonce_missing":
      return "The parameter nonce is missing. It is required when the response has an ID token.";
    case "nonce_too_short":
      return `The nonce must have at least ${rejection.least} characters.`;
    case "prompt_unknown":
      return `The prompt ${quote(rejection.prompt)} is not supported. Use none, login, consent or select_account.`;
    case "prompt_none_not_alone":
      return "The prompt none cannot be combined with other values.";
    case "prompt_create_without_page":
      return "The prompt create is not supported: this server has no page on which users register (urls.registration).";
    case "max_age_malformed":
      return `The max_age must be a number of seconds, not ${quote(rejection.max_age)}.`;
    case "code_challenge_missing":
    case "code_challenge_malformed":
    case "code_challenge_method_unsupported":
      return describePkceRejection(rejection).error_description;
    case "response_type_unbound":
      return "The authorization endpoint cannot bind an access token to a key, which is required for this client. Use response_type=code.";
    case "dpop_jkt_malformed":
      return "The dpop_jkt must be the SHA-256 thumbprint of a public key (RFC 7638), in base64url without padding.";
    case "openid_not_granted":
      return "The response_type includes id_token, but the scope openid was not granted.";
  }
}
