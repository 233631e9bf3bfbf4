/** Authorization requests: RFC 6749 §4.1, OpenID Connect Core §3. */

import { type Acceptances, type Rejections, START_AGAIN } from "./explanation.ts";

const AUTHORIZATION_ERROR = "RFC 6749 §4.1.2.1";
const REDIRECT = "RFC 6749 §3.1.2.3";
const CORE_ERROR = "OpenID Connect Core §3.1.2.6";
const RAR_ERROR = "RFC 9396 §5";
const RESOURCE = "RFC 8707 §2";

/** Steps that succeeded. */
export const authorizationAcceptances = {
  login_needed: {
    because: "The browser has no session, so the user must sign in.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  fresh_login_asked: {
    because:
      "The client requested a new sign-in (prompt=login or max_age=0), so the session is not used.",
    reference: "OpenID Connect Core §3.1.2.1",
  },
  registration_asked: {
    because: "The client requested a registration (prompt=create), so the user is sent to sign up.",
    reference: "OpenID Connect Initiating User Registration §4.1",
  },
  login_remembered: {
    because: "The browser has a session, so the user need not sign in again.",
    reference: "OpenID Connect Core §3.1.2.3",
  },
  consent_needed: {
    because: "No remembered consent of the user covers the request, so the user is asked.",
    reference: "OpenID Connect Core §3.1.2.4",
  },
  fresh_consent_asked: {
    because:
      "The client requested a new consent (prompt=consent), so remembered consents are not used.",
    reference: "OpenID Connect Core §3.1.2.1",
  },
  consent_remembered: {
    because:
      "A remembered consent of the user covers the request, or its APIs need no consent, so the user is not asked.",
    reference: "OpenID Connect Core §3.1.2.4",
  },
  signed_in: { because: "A page of this server requested the sign-in." },
  granted: {
    because: "The user gave consent, so the response was sent to the client.",
    reference: "RFC 6749 §4.1.2",
  },
} satisfies Acceptances;

/** Steps that were rejected. */
export const authorizationRejections = {
  client_id_missing: {
    reference: AUTHORIZATION_ERROR,
    fix: "Send the client_id with the authorization request.",
  },
  client_unknown: {
    reference: AUTHORIZATION_ERROR,
    fix: "Register the client, or correct the client_id that the application sends.",
  },
  parameter_repeated: {
    reference: "RFC 6749 §3.1",
    fix: "Send each parameter once. Check whether a proxy or a library adds it a second time.",
  },
  redirect_uri_missing: {
    reference: REDIRECT,
    fix: "Send the redirect_uri, or register exactly one for the client.",
  },
  redirect_uri_of_openid_missing: {
    reference: "OpenID Connect Core §3.1.2.1",
    fix: "Send the redirect_uri. Without the scope openid it may be left out, if the client has only one.",
  },
  redirect_uri_not_registered: {
    reference: REDIRECT,
    fix: "Add the redirect_uri to the client's redirect_uris exactly as it was sent, including the trailing slash.",
  },
  redirect_uri_insecure: {
    reference: "RFC 6749 §3.1.2.1",
    fix: "Use https, or list it in dangerous-allow-insecure-redirect-urls while developing.",
  },
  scope_not_allowed: {
    reference: "RFC 6749 §3.3",
    fix: "Add the scope to the client's scope, or remove it from the request.",
  },
  scope_malformed: { reference: "RFC 6749 §3.3", fix: "Separate scopes by single spaces." },
  audience_not_allowed: {
    fix: "Add the audience to the client's audience, register it as an API with allow_any_client, or remove it from the request.",
  },
  resource_malformed: {
    reference: RESOURCE,
    fix: "Send the identifier of the API as it is registered: an absolute URI without a fragment.",
  },
  resource_not_allowed: {
    reference: RESOURCE,
    fix: "Add the resource to the client's audience, or register it as an API with allow_any_client.",
  },
  resource_not_granted: {
    reference: "RFC 8707 §2.2",
    fix: "Name the resource in the authorization request too, and grant it in the consent app.",
  },
  details_not_issued: {
    reference: RAR_ERROR,
    fix: "Leave authorization_details out: this grant type issues tokens with a scope and an audience only.",
  },
  details_malformed: {
    reference: RAR_ERROR,
    fix: "Send authorization_details as a JSON list of objects, each with a type.",
  },
  details_type_unknown: {
    reference: RAR_ERROR,
    fix: "Register the type with latchkey details-types create, or correct the type that the application sends.",
  },
  details_type_not_allowed: {
    reference: RAR_ERROR,
    fix: "Add the type to the client's authorization_details_types.",
  },
  details_invalid: {
    reference: RAR_ERROR,
    fix: "Send a detail that fits the JSON Schema of its type.",
  },
  details_not_granted: {
    reference: "RFC 9396 §6",
    fix: "Request only details of the grant, reduced at most in the fields that the type declares as reducible.",
  },
  claims_malformed: {
    reference: "OpenID Connect Core §5.5",
    fix: "Send claims as a JSON object with userinfo, id_token or both, each with null or an object for every claim.",
  },
  prompt_create_without_page: {
    reference: "OpenID Connect Initiating User Registration §4.1",
    fix: "Set urls.registration to the page on which users register, or leave out prompt=create.",
  },
  acr_unmet: {
    reference: "RFC 9470 §5",
    fix: "Let the login app authenticate the user at one of the required levels, and say which in acr.",
  },
  login_too_old: {
    reference: "RFC 9470 §5",
    fix: "Start again, so that the user signs in anew.",
  },
  response_type_missing: {
    reference: "RFC 6749 §3.1.1",
    fix: "Send a response_type. Most applications use code.",
  },
  response_type_not_registered: {
    reference: "RFC 6749 §3.1.1",
    fix: "Add the response_type to the client's response_types, or use a registered one.",
  },
  response_mode_unknown: {
    reference: "OAuth 2.0 Multiple Response Types §2.1",
    fix: "Use query, fragment or form_post, or one of the response_modes_supported of the discovery document.",
  },
  response_mode_reveals_tokens: {
    reference: "OAuth 2.0 Multiple Response Types §3",
    fix: "Use fragment or form_post.",
  },
  state_too_short: { fix: "Send a longer state, or lower oauth2.min_parameter_entropy." },
  nonce_missing: {
    reference: "OpenID Connect Core §3.2.2.1",
    fix: "Send a random nonce with each request for an ID token.",
  },
  prompt_none_not_alone: {
    reference: "OpenID Connect Core §3.1.2.1",
    fix: "Send prompt=none without other values.",
  },
  code_challenge_missing: {
    reference: "RFC 7636 §4.4.1",
    fix: "Use PKCE with the code_challenge_method S256. Current OAuth libraries support it.",
  },
  code_challenge_malformed: {
    reference: "RFC 7636 §4.2",
    fix: "Send the SHA-256 hash of the code_verifier in base64url, without padding.",
  },
  code_challenge_method_unsupported: { reference: "RFC 7636 §4.4.1", fix: "Use S256." },
  openid_not_granted: {
    reference: CORE_ERROR,
    fix: "Grant the scope openid in the consent app, or remove id_token from the response_type.",
  },
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
  access_denied: { reference: AUTHORIZATION_ERROR, fix: START_AGAIN },
} satisfies Rejections;
