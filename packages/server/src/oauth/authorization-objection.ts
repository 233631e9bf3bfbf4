import { type ErrorCode, type OAuthError, quote } from "./oauth-error.ts";
import type { OpenIdParameterRejection } from "./openid-parameters.ts";
import { type CodeChallengeRejection, describePkceRejection } from "./pkce.ts";
import type { RedirectUriRejection } from "./redirect-uri.ts";
import type { ResponseTypeRejection } from "./response-type.ts";
import type { ScopeRejection } from "./scope.ts";

/** What is wrong with an authorization request. */
export type AuthorizationObjection =
  | { readonly reason: "parameter_repeated"; readonly parameter: string }
  | { readonly reason: "client_id_missing" }
  | { readonly reason: "client_unknown" }
  | { readonly reason: "response_mode_unknown"; readonly response_mode: string }
  | RedirectUriRejection
  | { readonly reason: "redirect_uri_insecure"; readonly redirect_uri: string }
  | ScopeRejection
  | { readonly reason: "scope_not_allowed"; readonly scope: string }
  | { readonly reason: "audience_not_allowed"; readonly audience: string }
  | { readonly reason: "registration_sent" }
  | ResponseTypeRejection
  | { readonly reason: "response_mode_reveals_tokens" }
  | { readonly reason: "state_too_short"; readonly least: number }
  | OpenIdParameterRejection
  | CodeChallengeRejection
  | { readonly reason: "openid_not_granted" };

/**
 * RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6: what the client, or the person in front of it, is told. What a page of ours
 * shows quotes nothing of the request: anybody can make a link to it.
 */
export function describeAuthorizationObjection(objection: AuthorizationObjection): OAuthError {
  const { reason } = objection;
  return { error: codes[reason], error_description: sentenceFor(objection), reason };
}

const codes: { readonly [Reason in AuthorizationObjection["reason"]]: ErrorCode } = {
  parameter_repeated: "invalid_request",
  client_id_missing: "invalid_request",
  client_unknown: "invalid_client",
  response_mode_unknown: "unsupported_response_mode",
  redirect_uri_missing: "invalid_request",
  redirect_uri_not_registered: "invalid_request",
  redirect_uri_insecure: "invalid_request",
  scope_malformed: "invalid_scope",
  scope_not_allowed: "invalid_scope",
  audience_not_allowed: "invalid_request",
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
  max_age_malformed: "invalid_request",
  code_challenge_missing: "invalid_request",
  code_challenge_malformed: "invalid_request",
  code_challenge_method_unsupported: "invalid_request",
  openid_not_granted: "unsupported_response_type",
};

function sentenceFor(objection: AuthorizationObjection): string {
  switch (objection.reason) {
    case "parameter_repeated":
      return `The parameter ${quote(objection.parameter)} may be sent only once.`;
    case "client_id_missing":
      return "The request must name a client_id.";
    case "client_unknown":
      return "There is no client with this client_id.";
    case "response_mode_unknown":
      return "The response_mode is not supported. Use query, fragment or form_post.";
    case "redirect_uri_missing":
      return objection.registered === 0
        ? "The client has no redirect URI. Add one to its redirect_uris."
        : "The client has several redirect URIs, so the request must name one as its redirect_uri.";
    case "redirect_uri_not_registered":
      return "The redirect_uri is none of the client's. Add it to its redirect_uris, letter by letter.";
    case "redirect_uri_insecure":
      return "The redirect_uri uses http, where anyone on the way can read the answer. Use https.";
    case "scope_malformed":
      return "The scope must be words of ASCII letters, digits and punctuation, with spaces between.";
    case "scope_not_allowed":
      return `The client may not ask for the scope ${quote(objection.scope)}.`;
    case "audience_not_allowed":
      return `The client may not ask for a token for the audience ${quote(objection.audience)}.`;
    case "registration_sent":
      return "The parameter registration is not supported. Register the client beforehand.";
    case "response_type_missing":
      return "The request must name a response_type, such as code.";
    case "response_type_not_registered":
      return `The client is not registered for the response_type ${quote(objection.response_type)}.`;
    case "grant_type_not_registered":
      return `The client is not registered for the grant ${objection.grant_type}, which this response_type needs. Add it to its grant_types.`;
    case "response_mode_reveals_tokens":
      return "The response_mode query would write tokens into logs and histories. Use fragment or form_post.";
    case "state_too_short":
      return `The state must have at least ${objection.least} characters.`;
    case "nonce_missing":
      return "A request for an ID token must carry a nonce.";
    case "nonce_too_short":
      return `The nonce must have at least ${objection.least} characters.`;
    case "prompt_unknown":
      return `The prompt ${quote(objection.prompt)} is not supported. Use none, login, consent or select_account.`;
    case "prompt_none_not_alone":
      return "The prompt none goes with no other.";
    case "max_age_malformed":
      return `The max_age must be a number of seconds, not ${quote(objection.max_age)}.`;
    case "code_challenge_missing":
    case "code_challenge_malformed":
    case "code_challenge_method_unsupported":
      return describePkceRejection(objection).error_description;
    case "openid_not_granted":
      return "An ID token was asked for, but the scope openid was not granted.";
  }
}
