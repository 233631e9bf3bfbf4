/** The sentences with which the inspector explains rules: what happened, which specification says so, how to fix it. */

import { backchannelReasons, backchannelRejections } from "./backchannel-explanations.ts";
import { bindingRejections } from "./binding-explanations.ts";

/** Why a step succeeded, and the section of the specification. */
interface Acceptance {
  readonly because: string;
  readonly reference?: string;
}

/** The explanations of steps that succeeded, by rule. */
export const acceptances: Readonly<Record<string, Acceptance>> = {
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
  device_asked: {
    because: "The client may use the device authorization grant, so the device got a user code.",
    reference: "RFC 8628 §3.2",
  },
  user_code_fetched: {
    because: "The user code is valid, so the user is asked to confirm it.",
    reference: "RFC 8628 §3.3",
  },
  user_code_accepted: {
    because: "The user confirmed that the code is the one on their device.",
    reference: "RFC 8628 §5.4",
  },
  user_code_rejected: {
    because: "The user does not know the device, which gets access_denied.",
    reference: "RFC 8628 §3.5",
  },
  device_granted: {
    because: "The user gave consent, so the device gets its tokens when it asks again.",
    reference: "RFC 8628 §3.3",
  },
  device_code_redeemed: {
    because: "The user gave consent, and the device code was not used or expired.",
    reference: "RFC 8628 §3.4",
  },
  ...backchannelReasons,
  login_fetched: { because: "The challenge is valid and the request is still open." },
  login_accepted: { because: "The login app authenticated the user." },
  login_rejected: { because: "The login app rejected the sign-in." },
  consent_fetched: { because: "The challenge is valid and the request is still open." },
  consent_accepted: { because: "The user gave consent." },
  consent_rejected: { because: "The user or the consent app denied the request." },
  code_redeemed: {
    because:
      "The code was issued to this client, was not used or expired, and redirect_uri and code_verifier match.",
    reference: "RFC 6749 §4.1.3",
  },
  code_redeemed_with_proof: {
    because:
      "The code is valid, and the client proved a key with DPoP, so its tokens are bound to that key.",
    reference: "RFC 9449 §5",
  },
  refreshed_with_proof: {
    because:
      "The refresh token is valid, and the client proved a key with DPoP, so its tokens are bound to that key.",
    reference: "RFC 9449 §5",
  },
  refreshed: {
    because: "The refresh token was issued to this client, and its grant is not revoked.",
    reference: "RFC 6749 §6",
  },
  token_exchanged: {
    because:
      "The subject token is valid, and the client may exchange it for this target, scope and actor.",
    reference: "RFC 8693 §2.2.1",
  },
  assertion_accepted: {
    because: "A trusted issuer signed the assertion for this server, and it was not used before.",
    reference: "RFC 7523 §3",
  },
  revoked: {
    because: "The client revoked one of its tokens, and with it all tokens of the grant.",
    reference: "RFC 7009 §2.1",
  },
  registered: {
    because: "The client may register here, and it describes itself within the limits.",
    reference: "RFC 7591 §3.2.1",
  },
  registration_updated: {
    because: "The client presented its registration access token, which was replaced.",
    reference: "RFC 7592 §2.2",
  },
  nobody_to_log_out: {
    because: "The browser has no session, so there is nothing to end.",
    reference: "OpenID Connect RP-Initiated Logout §2",
  },
  another_person_is_here: {
    because: "Another user has signed in to this browser since, so their session was kept.",
  },
  logout_asked: {
    because: "The browser has a session, so the user is asked to confirm the logout.",
    reference: "OpenID Connect RP-Initiated Logout §2",
  },
  logout_fetched: { because: "The challenge is valid and the request is still open." },
  logout_accepted: { because: "The user confirmed the logout." },
  logout_rejected: { because: "The user declined the logout." },
  after_logout: {
    because: "The session ended, and its clients are notified.",
    reference: "OpenID Connect Back-Channel Logout §2.5",
  },
};

/** Why a step was rejected, the section of the specification, and how to fix it. */
interface Rejection {
  /** The reason, when the error description does not reveal it to the client. */
  readonly because?: string;
  readonly reference?: string;
  readonly fix?: string;
}

const AUTHORIZATION_ERROR = "RFC 6749 §4.1.2.1";
const TOKEN_ERROR = "RFC 6749 §5.2";
const REDIRECT = "RFC 6749 §3.1.2.3";
const CORE_ERROR = "OpenID Connect Core §3.1.2.6";
const RAR_ERROR = "RFC 9396 §5";
const REQUEST_OBJECT = "OpenID Connect Core §6.3";
const PUSHED_REQUEST = "RFC 9126 §4";
const RESOURCE = "RFC 8707 §2";
const START_AGAIN = "Return to the application and start again.";

const authorization: Readonly<Record<string, Rejection>> = {
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
};

const requests: Readonly<Record<string, Rejection>> = {
  pushed_request_request_uri_sent: {
    reference: "RFC 9126 §2.1",
    fix: "Push the parameters themselves, or a request object as request.",
  },
  pushed_request_too_large: {
    reference: "RFC 9126 §2.3",
    fix: "Send fewer parameters, or raise limits.request.authorization_length.",
  },
  pushed_request_required: {
    reference: "RFC 9126 §5",
    fix: "Push the request to /oauth2/par, or change require_pushed_authorization_requests of the client or the setting of this name.",
  },
  pushed_request_unknown: {
    because:
      "This server has no pushed request with this request_uri: it was used before, it has expired, or it was never issued.",
    reference: PUSHED_REQUEST,
    fix: "Push a new request for each authorization.",
  },
  pushed_request_of_another_client: {
    because: "The request was pushed by another client than the one of the client_id.",
    reference: PUSHED_REQUEST,
    fix: "Send the client_id of the client that pushed the request.",
  },
  pushed_request_expired: {
    reference: "RFC 9126 §2.2",
    fix: "Redirect the browser immediately after the push. The lifetime is ttl.pushed_authorization_request.",
  },
  request_object_missing: {
    reference: "RFC 9101 §10.5",
    fix: "Sign the parameters as a request object, or change require_signed_request_object of the client or the setting of this name.",
  },
  request_object_not_signed: {
    reference: "RFC 9101 §10.5",
    fix: "Sign the request object with a key of the client's jwks or jwks_uri.",
  },
  request_object_claim_missing: {
    reference: "RFC 9101 §4",
    fix: "Put client_id, aud and exp into the request object, and nbf under the security profile fapi2-message-signing.",
  },
  request_object_lifetime_too_long: {
    reference: "FAPI 2.0 Message Signing §5.3.1",
    fix: "Sign a new request object for each request, with the present time as nbf and an exp a few minutes later.",
  },
  request_object_encryption_disabled: {
    reference: "RFC 9101 §6.1",
    fix: "Turn oidc.encryption.enabled on, or do not encrypt request objects.",
  },
  request_object_not_decrypted: {
    reference: "RFC 9101 §6.1",
    fix: "Load the server's jwks_uri again, and encrypt to a key whose use is enc.",
  },
  client_key_missing: {
    reference: "OpenID Connect Core §10.2",
    fix: "Publish an encryption key of the registered algorithm in the client's jwks or jwks_uri.",
  },
};

const handoffs: Readonly<Record<string, Rejection>> = {
  not_answered: {
    fix: "Accept or reject the request in the login or consent app before it redirects the browser.",
  },
  already_used: { fix: START_AGAIN },
  came_back_too_late: {
    fix: "Start again, or increase ttl.login_consent_request.",
  },
  another_browser: {
    reference: "RFC 6749 §10.12",
    fix: "Start and finish in the same browser. If it was the same, check that it accepts cookies, and check serve.cookies.same_site_mode.",
  },
  not_asked: { fix: "Send the challenge exactly as the login or consent app received it." },
  expired: { fix: START_AGAIN },
  subject_missing: { fix: "Send the id of the user as subject." },
  subject_changed: { fix: "When skip is true, accept the request with the subject it names." },
};

const tokens: Readonly<Record<string, Rejection>> = {
  code_unknown: {
    because: "This server did not issue the code, or has deleted it.",
    reference: TOKEN_ERROR,
    fix: "Send the code exactly as it was received, and only once.",
  },
  issued_to_another_client: {
    because: "The code or token was issued to another client than the one that presented it.",
    reference: TOKEN_ERROR,
    fix: "Redeem it with the client that requested it. If another client has it, find out how it got there.",
  },
  grant_revoked: { reference: TOKEN_ERROR, fix: "Send the user through the authorization again." },
  unsupported_grant_type: {
    reference: TOKEN_ERROR,
    fix: "Use one of the grant_types_supported of the discovery document.",
  },
  grant_type_not_registered: {
    reference: TOKEN_ERROR,
    fix: "Add the grant type to the client's grant_types.",
  },
  redirect_uri_mismatch: {
    reference: "RFC 6749 §4.1.3",
    fix: "Send the same redirect_uri to the token endpoint as to the authorization endpoint.",
  },
  race_lost: {
    because: "Two requests redeemed the code at the same time, and the other one was first.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once.",
  },
  code_replayed: {
    because: "The code was redeemed before, so all tokens of its grant were revoked.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once. If the application does, the code was intercepted.",
  },
  code_used: { reference: "RFC 6749 §4.1.2", fix: "Redeem each code once." },
  code_invalid: {
    reference: TOKEN_ERROR,
    fix: "Send the code exactly as it was received, before it expires.",
  },
  code_expired: {
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem the code immediately. Its lifetime is ttl.auth_code.",
  },
  code_verifier_missing: {
    reference: "RFC 7636 §4.5",
    fix: "Send the code_verifier that belongs to the code_challenge.",
  },
  code_verifier_unexpected: {
    reference: "RFC 7636 §4.6",
    fix: "Send a code_challenge with the authorization request, or leave out the code_verifier.",
  },
  code_verifier_malformed: {
    reference: "RFC 7636 §4.1",
    fix: "Use a code_verifier of 43 to 128 unreserved characters.",
  },
  code_verifier_mismatch: {
    reference: "RFC 7636 §4.6",
    fix: "Store one code_verifier per authorization request. A second tab or a reload often overwrites it.",
  },
  token_unknown: {
    because: "This server did not issue the refresh token, or has deleted it.",
    reference: TOKEN_ERROR,
    fix: "Send the refresh token exactly as it was received.",
  },
  token_expired: { reference: TOKEN_ERROR, fix: "Send the user through the authorization again." },
  refresh_token_invalid: {
    reference: TOKEN_ERROR,
    fix: "Send the user through the authorization again.",
  },
  token_replayed: {
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once. If the application does, a refresh token was stolen.",
  },
  refresh_token_used: {
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once.",
  },
  scope_not_granted: {
    reference: "RFC 6749 §6",
    fix: "Request only scopes of the original grant.",
  },
  scope_not_of_api: {
    reference: "RFC 8707 §2.2",
    fix: "Add the scope to the API's scopes, or request only scopes of the API.",
  },
  audience_withdrawn: {
    fix: "Add the audience to the client's audience again, or send the user through the authorization again.",
  },
  scope_withdrawn: {
    reference: "RFC 6749 §6",
    fix: "Add the scope to the client's scope again, or send the user through the authorization again.",
  },
};

const DEVICE_ERROR = "RFC 8628 §3.5";

const devices: Readonly<Record<string, Rejection>> = {
  user_code_invalid: {
    because: "No device waits for this user code: it is mistyped, expired, or was entered before.",
    reference: "RFC 8628 §3.3",
    fix: "Enter the code that the device displays now, or start again on the device.",
  },
  user_code_guessed: {
    because: "Too many wrong user codes were entered in this browser or from this address.",
    reference: "RFC 8628 §5.1",
    fix: "Wait, then enter the code that the device displays. The limits are limits.user_code.*.",
  },
  device_code_unknown: {
    because: "This server did not issue the device code, or issued it to another client.",
    reference: TOKEN_ERROR,
    fix: "Send the device code exactly as it was received, with the client that requested it.",
  },
  device_code_used: {
    reference: DEVICE_ERROR,
    fix: "Stop asking once the tokens have arrived.",
  },
  device_code_expired: {
    reference: DEVICE_ERROR,
    fix: "Start again on the device, or increase ttl.device_user_code.",
  },
  device_denied: { reference: DEVICE_ERROR },
  device_polls_too_fast: {
    reference: DEVICE_ERROR,
    fix: "Wait for interval seconds between two token requests, and 5 seconds longer after each slow_down.",
  },
};

const clients: Readonly<Record<string, Rejection>> = {
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
};

const CLIENT_DOCUMENT = "draft-ietf-oauth-client-id-metadata-document §4";

/** Clients whose `client_id` is the URL of their description. */
const clientDocuments: Readonly<Record<string, Rejection>> = {
  client_id_url_invalid: {
    reference: "draft-ietf-oauth-client-id-metadata-document §3",
    fix: "Serve the document at an https URL with a path, and send exactly that URL as client_id.",
  },
  client_id_host_refused: {
    fix: "Change oauth2.client_id_metadata_documents.allowed_hosts or denied_hosts, or register the client.",
  },
  document_not_fetched: {
    reference: "draft-ietf-oauth-client-id-metadata-document §5",
    fix: "Serve the document with the status 200 and the Content-Type application/json, on a public address and without redirects. Its maximum size is limits.client_id_metadata_documents.bytes.",
  },
  document_rate_limited: {
    fix: "Wait a minute, or raise limits.rate.client_id_metadata_documents or limits.rate.authorizations.",
  },
  document_not_an_object: { reference: CLIENT_DOCUMENT },
  document_client_id_mismatch: {
    reference: CLIENT_DOCUMENT,
    fix: "Set client_id in the document to the URL that the client sends, character by character.",
  },
  document_has_secret: {
    reference: CLIENT_DOCUMENT,
    fix: "Remove every client_secret field, and use none or private_key_jwt.",
  },
  document_has_private_key: {
    reference: CLIENT_DOCUMENT,
    fix: "Publish the public half of a new key: the private one was readable by everyone.",
  },
  document_field_missing: {
    reference: "RFC 7591 §2",
    fix: "Add client_name and redirect_uris to the document.",
  },
  document_redirect_uris_unusable: {
    reference: "RFC 9700 §2.1",
    fix: "Add a redirect URI with https, or with http on 127.0.0.1, [::1] or localhost.",
  },
  document_choice_unsupported: {
    reference: "OpenID Connect RP Metadata Choices §3",
    fix: "Add a value that the discovery document lists.",
  },
  document_metadata_invalid: {
    reference: "RFC 7591 §2",
    fix: "Correct the field of the document.",
  },
};

const REGISTRATION_ERROR = "RFC 7591 §3.2.2";
const STATEMENT = "RFC 7591 §2.3";
const OF_NATIVE_APPS = "RFC 8252 §7";

const registrations: Readonly<Record<string, Rejection>> = {
  scope_not_registrable: {
    reference: REGISTRATION_ERROR,
    fix: "Add the scope to oauth2.registration.allowed_scope, or give the client an initial access token with that scope.",
  },
  grant_types_not_registrable: {
    reference: REGISTRATION_ERROR,
    fix: "Add the grant type to oauth2.registration.allowed_grant_types.",
  },
  response_types_not_registrable: {
    reference: "RFC 7591 §2.1",
    fix: "Use the authorization code flow: register the response type code.",
  },
  redirect_uris_missing: { reference: "RFC 7591 §2", fix: "Send the redirect_uris." },
  redirect_uri_with_wildcard: {
    reference: "RFC 9700 §4.1.3",
    fix: "Register each redirect URI that the client uses.",
  },
  redirect_uri_with_credentials: {
    reference: REGISTRATION_ERROR,
    fix: "Remove the username and password from the redirect URI.",
  },
  redirect_uri_not_https: {
    reference: "OpenID Connect Dynamic Client Registration §2",
    fix: "Use https. An app on the user's device may use http on 127.0.0.1, [::1] or localhost.",
  },
  redirect_uri_of_native_app: {
    reference: OF_NATIVE_APPS,
    fix: "Send application_type native, or leave it out.",
  },
  redirect_uri_scheme_not_registrable: {
    reference: "RFC 8252 §8.4",
    fix: "Use a scheme with a dot, or add the scheme to oauth2.registration.private_use_schemes.",
  },
  link_not_web: { reference: REGISTRATION_ERROR, fix: "Send an http or https URL." },
  statement_missing: {
    reference: STATEMENT,
    fix: "Send a software_statement of an issuer that this server trusts.",
  },
  statement_malformed: { reference: STATEMENT, fix: "Send the statement as its issuer signed it." },
  statement_issuer_not_trusted: {
    reference: STATEMENT,
    fix: "Add the issuer to oauth2.registration.software_statement.issuers.",
  },
  statement_not_verified: {
    reference: STATEMENT,
    fix: "Check that the keys of oauth2.registration.software_statement.issuers are those of the issuer.",
  },
  statement_expired: { reference: STATEMENT, fix: "Request a new statement from its issuer." },
  statement_not_yet_valid: { reference: STATEMENT, fix: "Check the clock of the issuer." },
};

const EXCHANGE_ERROR = "RFC 8693 §2.2.2";

/** Of the grants jwt-bearer and token-exchange. */
const assertions: Readonly<Record<string, Rejection>> = {
  assertion_malformed: {
    reference: "RFC 7523 §3",
    fix: "Send the JWT of the issuer as it is, with iss and sub.",
  },
  issuer_not_trusted: {
    reference: "RFC 7521 §5.2",
    fix: "Create a trusted issuer with exactly this iss, for a subject or pattern that covers the sub. Check that it has not expired.",
  },
  trusted_signature_invalid: {
    reference: "RFC 7523 §3",
    fix: "Check the keys of the trusted issuer: its jwk or jwks, or that this server can fetch its jwks_uri.",
  },
  trusted_assertion_refused: {
    reference: "RFC 7523 §3",
    fix: "Request the JWT for this server: its aud must be the issuer or the token endpoint. Check its exp, iat and jti, and both clocks.",
  },
  claim_not_met: {
    reference: "RFC 7521 §5.2",
    fix: "Compare the claims of the assertion with the claims of the trusted issuer.",
  },
  bound_to_another_client: {
    reference: TOKEN_ERROR,
    fix: "Create a record of the trusted issuer with this client_id, or one without a client_id.",
  },
  assertion_replayed: {
    reference: "RFC 7523 §3",
    fix: "Present each assertion once. Allow reuse for an issuer whose JWTs are used until they expire, such as Kubernetes.",
  },
  scope_not_trusted: {
    reference: "RFC 7521 §4.1",
    fix: "Add the scope to the trusted issuer, or request less.",
  },
  id_jag_client_public: { reference: "RFC 7523 §3", fix: "Give the client a secret or a key." },
  id_jag_of_another_client: {
    reference: "RFC 7523 §3",
    fix: "Let the identity provider put the id that the client has at this server into client_id.",
  },
  id_jag_for_another_resource: {
    reference: "RFC 7523 §3",
    fix: "Request an identity assertion for the resource, or leave the resource out.",
  },
  target_missing: {
    reference: EXCHANGE_ERROR,
    fix: "Send the audience or resource that the token is to be for, one of the client's audience.",
  },
  presented_token_invalid: {
    reference: EXCHANGE_ERROR,
    fix: "Get a new token. Check that the type that was sent with it is the type it has.",
  },
  exchange_not_allowed: {
    reference: EXCHANGE_ERROR,
    fix: "Add the client or issuer of the subject token to the fields token_exchange_subject_clients or token_exchange_subject_issuers of the client that exchanges it.",
  },
  actor_not_client: {
    reference: "RFC 8693 §2.1",
    fix: "Present a token that the client got for itself as actor_token, or none.",
  },
  actor_delegated: {
    reference: "RFC 8693 §4.1",
    fix: "Present a token of the actor itself, not one with which it acts for another.",
  },
  actor_not_named: {
    reference: "RFC 8693 §4.4",
    fix: "Only the actor that may_act of the subject token names can act for its subject.",
  },
  act_too_deep: {
    reference: "RFC 8693 §4.1",
    fix: "Shorten the chain of services that exchange each other's tokens.",
  },
  scope_not_in_subject_token: {
    reference: EXCHANGE_ERROR,
    fix: "Request only scopes of the subject token, or add the scope to the client's token_exchange_scope.",
  },
  id_jag_with_actor: { reference: EXCHANGE_ERROR, fix: "Leave out the actor_token." },
  id_jag_without_id_token: {
    reference: EXCHANGE_ERROR,
    fix: "Present an ID token that was issued to this client.",
  },
  id_jag_audience_not_single: {
    reference: EXCHANGE_ERROR,
    fix: "Send the issuer of the other authorization server as audience.",
  },
  id_jag_target_unknown: {
    reference: EXCHANGE_ERROR,
    fix: "Add the authorization server and its resources to the client's id_jag_targets.",
  },
  id_jag_scope_not_allowed: {
    reference: EXCHANGE_ERROR,
    fix: "Add the scope to the entry of that server in the client's id_jag_targets.",
  },
};

const others: Readonly<Record<string, Rejection>> = {
  logout_hint_missing: {
    reference: "OpenID Connect RP-Initiated Logout §2",
    fix: "Send the ID token of the user as id_token_hint.",
  },
  logout_redirect_uri_not_registered: {
    reference: "OpenID Connect RP-Initiated Logout §3.1",
    fix: "Add the post_logout_redirect_uri to the client's post_logout_redirect_uris.",
  },
  request_object_not_verified: {
    reference: REQUEST_OBJECT,
    fix: "Publish the key that signs the request object in the client's jwks or jwks_uri.",
  },
  invalid_request_object: { reference: REQUEST_OBJECT },
  temporarily_unavailable: { fix: "Try again later." },
  server_error: { fix: "Search the server's log for the request id." },
};

/** The rules that end a flow, by the name of their reason. */
export const rejections: Readonly<Record<string, Rejection>> = {
  ...authorization,
  ...requests,
  ...handoffs,
  ...tokens,
  ...devices,
  ...backchannelRejections,
  ...clients,
  ...clientDocuments,
  ...bindingRejections,
  ...registrations,
  ...assertions,
  ...others,
};
