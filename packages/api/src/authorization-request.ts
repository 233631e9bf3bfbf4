/** What a browser may bring to the authorization endpoint: RFC 6749 §4.1.1 and OpenID Connect Core §3.1.2.1. */
export interface AuthorizationRequest {
  readonly response_type?: string;
  readonly client_id?: string;
  readonly redirect_uri?: string;
  readonly scope?: string;
  readonly state?: string;
  readonly response_mode?: string;
  readonly audience?: string;
  /** RFC 7636 §4.3. */
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
  readonly nonce?: string;
  readonly display?: string;
  readonly prompt?: string;
  /** Seconds. */
  readonly max_age?: number;
  readonly ui_locales?: string;
  readonly id_token_hint?: string;
  readonly login_hint?: string;
  readonly acr_values?: string;
  /** OpenID Connect Core §6. */
  readonly request?: string;
  readonly request_uri?: string;
  /** Proof that the login provider has answered. */
  readonly login_verifier?: string;
  /** Proof that the consent provider has answered. */
  readonly consent_verifier?: string;
}

/** What a browser may bring to the end of a session: OpenID Connect RP-Initiated Logout §2. */
export interface EndSessionRequest {
  readonly id_token_hint?: string;
  readonly client_id?: string;
  readonly post_logout_redirect_uri?: string;
  readonly state?: string;
  /** Proof that the logout provider has answered. */
  readonly logout_verifier?: string;
}

/**
 * Where the browser goes: to a `location`, or there by way of a `page` (form_post, front-channel logout).
 * Neither is known to scripts in a browser, which hides redirects from them.
 */
export interface Navigation {
  readonly location?: string;
  readonly page?: string;
}
