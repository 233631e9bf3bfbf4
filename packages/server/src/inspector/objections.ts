/** Where a rule that said no is written, and what to do about it. */
export interface Objection {
  /** Why it said no, where its refusal keeps that from the client. */
  readonly because?: string;
  readonly reference?: string;
  readonly fix?: string;
}

const AUTHORIZATION_ERROR = "RFC 6749 §4.1.2.1";
const TOKEN_ERROR = "RFC 6749 §5.2";
const REDIRECT = "RFC 6749 §3.1.2.3";
const CORE_ERROR = "OpenID Connect Core §3.1.2.6";
const REQUEST_OBJECT = "OpenID Connect Core §6.3";
const START_AGAIN = "Send the browser back to the application, and let it start again.";

const authorization: Readonly<Record<string, Objection>> = {
  client_id_missing: {
    reference: AUTHORIZATION_ERROR,
    fix: "Let the application send its client_id.",
  },
  client_unknown: {
    reference: AUTHORIZATION_ERROR,
    fix: "Register the client, or correct the client_id that the application sends.",
  },
  parameter_repeated: {
    reference: "RFC 6749 §3.1",
    fix: "Send each parameter once. Look for a proxy or a library that adds its own.",
  },
  redirect_uri_missing: {
    reference: REDIRECT,
    fix: "Send the redirect_uri, or register exactly one for the client.",
  },
  redirect_uri_not_registered: {
    reference: REDIRECT,
    fix: "Add the redirect_uri to the client's redirect_uris exactly as it was sent, slash by slash.",
  },
  redirect_uri_insecure: {
    reference: "RFC 6749 §3.1.2.1",
    fix: "Use https, or list it in dangerous-allow-insecure-redirect-urls while developing.",
  },
  scope_not_allowed: {
    reference: "RFC 6749 §3.3",
    fix: "Add the scope to the client, or ask for less.",
  },
  scope_malformed: { reference: "RFC 6749 §3.3", fix: "Separate scopes by single spaces." },
  audience_not_allowed: { fix: "Add the audience to the client, or ask for another." },
  response_type_missing: {
    reference: "RFC 6749 §3.1.1",
    fix: "Send a response_type; for most applications that is code.",
  },
  response_type_not_registered: {
    reference: "RFC 6749 §3.1.1",
    fix: "Add it to the client's response_types, or use the one that is registered.",
  },
  response_mode_unknown: {
    reference: "OAuth 2.0 Multiple Response Types §2.1",
    fix: "Use query, fragment or form_post.",
  },
  response_mode_reveals_tokens: {
    reference: "OAuth 2.0 Multiple Response Types §3",
    fix: "Use fragment or form_post.",
  },
  state_too_short: { fix: "Send a longer state, or lower oauth2.min_parameter_entropy." },
  nonce_missing: {
    reference: "OpenID Connect Core §3.2.2.1",
    fix: "Send a nonce with each request for an ID token.",
  },
  prompt_none_not_alone: {
    reference: "OpenID Connect Core §3.1.2.1",
    fix: "Send prompt=none by itself.",
  },
  code_challenge_missing: {
    reference: "RFC 7636 §4.4.1",
    fix: "Let the application use PKCE with S256; every current library does, when asked to.",
  },
  code_challenge_malformed: {
    reference: "RFC 7636 §4.2",
    fix: "Send the SHA-256 of the code_verifier in base64url, without padding.",
  },
  code_challenge_method_unsupported: { reference: "RFC 7636 §4.4.1", fix: "Use S256." },
  openid_not_granted: {
    reference: CORE_ERROR,
    fix: "Let the consent provider grant openid, or ask for no ID token.",
  },
  login_required: {
    reference: CORE_ERROR,
    fix: "Start again without prompt=none, so that the person can log in.",
  },
  consent_required: {
    reference: CORE_ERROR,
    fix: "Start again without prompt=none, so that the person can be asked.",
  },
  login_provider_refused: { reference: AUTHORIZATION_ERROR },
  consent_provider_refused: { reference: AUTHORIZATION_ERROR },
  access_denied: { reference: AUTHORIZATION_ERROR, fix: START_AGAIN },
};

const handoffs: Readonly<Record<string, Objection>> = {
  not_answered: {
    fix: "The provider must accept or reject the request before it sends the browser back.",
  },
  already_used: { fix: START_AGAIN },
  came_back_too_late: {
    fix: "Start again, or give people more time with ttl.login_consent_request.",
  },
  another_browser: {
    reference: "RFC 6749 §10.12",
    fix: "Start and finish in one browser. If it was one, see whether it keeps cookies: serve.cookies.same_site_mode.",
  },
  not_asked: { fix: "Let the provider send the challenge exactly as it got it." },
  expired: { fix: START_AGAIN },
  subject_missing: { fix: "Let the login provider name the person as subject." },
  subject_changed: { fix: "Let the login provider accept a skipped request for the same subject." },
};

const tokens: Readonly<Record<string, Objection>> = {
  code_unknown: {
    because: "This server never gave out such a code, or has forgotten it.",
    reference: TOKEN_ERROR,
    fix: "Send the code exactly as it arrived, once.",
  },
  issued_to_another_client: {
    because: "The code or token was given to another client than the one that shows it.",
    reference: TOKEN_ERROR,
    fix: "Redeem it as the client that asked for it. If another holds it, find out how it got there.",
  },
  grant_revoked: { reference: TOKEN_ERROR, fix: "Let the person authorize again." },
  unsupported_grant_type: {
    reference: TOKEN_ERROR,
    fix: "Use a grant_type that discovery lists under grant_types_supported.",
  },
  grant_type_not_registered: {
    reference: TOKEN_ERROR,
    fix: "Add the grant to the client's grant_types.",
  },
  redirect_uri_mismatch: {
    reference: "RFC 6749 §4.1.3",
    fix: "Send the same redirect_uri to the token endpoint as to the authorization endpoint.",
  },
  race_lost: {
    because: "Two requests redeemed the code at once, and the other was first.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once.",
  },
  code_replayed: {
    because: "The code had been redeemed before, so all that came of it was revoked.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once. If the application does, somebody else saw the code.",
  },
  code_used: { reference: "RFC 6749 §4.1.2", fix: "Redeem each code once." },
  code_invalid: { reference: TOKEN_ERROR, fix: "Send the code exactly as it arrived, in time." },
  code_expired: {
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem the code at once; how long it lives is ttl.auth_code.",
  },
  code_verifier_missing: {
    reference: "RFC 7636 §4.5",
    fix: "Send the code_verifier behind the code_challenge.",
  },
  code_verifier_unexpected: {
    reference: "RFC 7636 §4.6",
    fix: "Send a code_challenge when asking for the code, or no code_verifier.",
  },
  code_verifier_malformed: {
    reference: "RFC 7636 §4.1",
    fix: "Make the code_verifier of 43 to 128 unreserved characters.",
  },
  code_verifier_mismatch: {
    reference: "RFC 7636 §4.6",
    fix: "Keep one code_verifier per attempt; a second tab or a reload often overwrites it.",
  },
  token_unknown: {
    because: "This server never gave out such a refresh token, or has forgotten it.",
    reference: TOKEN_ERROR,
    fix: "Send the refresh token exactly as it arrived.",
  },
  token_expired: { reference: TOKEN_ERROR, fix: "Let the person authorize again." },
  refresh_token_invalid: { reference: TOKEN_ERROR, fix: "Let the person authorize again." },
  token_replayed: {
    reference: "RFC 9700 §4.14.2",
    fix: "Keep the newest refresh token and use each once. If the application does, one was stolen.",
  },
  refresh_token_used: {
    reference: "RFC 9700 §4.14.2",
    fix: "Keep the newest refresh token and use each once.",
  },
  scope_not_granted: { reference: "RFC 6749 §6", fix: "Ask for no more than was granted." },
  scope_withdrawn: {
    reference: "RFC 6749 §6",
    fix: "Give the client the scope back, or authorize again.",
  },
};

const clients: Readonly<Record<string, Objection>> = {
  secret_mismatch: {
    because: "The client's secret is wrong.",
    reference: "RFC 6749 §2.3.1",
    fix: "Give the application the client's present secret, form-encoded if it uses Basic.",
  },
  secret_not_set: { reference: "RFC 6749 §2.3.1", fix: "Set a secret for the client." },
  method_not_registered: {
    reference: "RFC 6749 §2.3",
    fix: "Send credentials in the way of the client's token_endpoint_auth_method, or change that.",
  },
  credentials_missing: {
    reference: "RFC 6749 §3.2.1",
    fix: "Send the client's credentials: by Basic, in the form, or as an assertion.",
  },
  credentials_wrong: { reference: TOKEN_ERROR, fix: "Check the integration's id and secret." },
  methods_combined: { reference: "RFC 6749 §2.3", fix: "Send credentials in one way only." },
  assertion_not_verified: {
    reference: "RFC 7523 §3",
    fix: "Publish the key that signs the assertion in the client's jwks or jwks_uri.",
  },
  assertion_refused: { reference: "RFC 7523 §3", fix: "Check the assertion's claims and its age." },
};

const others: Readonly<Record<string, Objection>> = {
  logout_hint_missing: {
    reference: "OpenID Connect RP-Initiated Logout §2",
    fix: "Send the ID token as id_token_hint.",
  },
  logout_redirect_uri_not_registered: {
    reference: "OpenID Connect RP-Initiated Logout §3.1",
    fix: "Add it to the client's post_logout_redirect_uris.",
  },
  request_object_not_verified: {
    reference: REQUEST_OBJECT,
    fix: "Publish the key that signs the request object in the client's jwks or jwks_uri.",
  },
  invalid_request_object: { reference: REQUEST_OBJECT },
  temporarily_unavailable: { fix: "Try again in a moment." },
  server_error: { fix: "Look for the request id in the server's log." },
};

/** The rules that end a flow, by the name of their reason. */
export const objections: Readonly<Record<string, Objection>> = {
  ...authorization,
  ...handoffs,
  ...tokens,
  ...clients,
  ...others,
};
