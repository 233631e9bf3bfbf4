/** What a browser may bring to the authorization endpoint: RFC 6749 §4.1.1 and OpenID Connect Core §3.1.2.1. */
export interface AuthorizationRequest {
  /** What the client wants back: `code`, `token`, `id_token`, or some of them with spaces between. */
  readonly response_type?: string;
  /** Who asks. */
  readonly client_id?: string;
  /** Where the answer goes: one of those the client registered. */
  readonly redirect_uri?: string;
  /** What the client asks for. Space-separated. */
  readonly scope?: string;
  /** Comes back with the answer as it was sent. */
  readonly state?: string;
  /** How the answer travels: `query`, `fragment` or `form_post`. */
  readonly response_mode?: string;
  /** For whom the access token is to be good. Space-separated. */
  readonly audience?: string;
  /** The digest of a `code_verifier` that only the client knows: RFC 7636 §4.3. */
  readonly code_challenge?: string;
  /** How the digest was made: `S256`. */
  readonly code_challenge_method?: string;
  /** Comes back in the ID token as it was sent. */
  readonly nonce?: string;
  /** How the login page should look; handed on to the login provider. */
  readonly display?: string;
  /** `none`, or some of `login`, `consent` and `select_account`, with spaces between. */
  readonly prompt?: string;
  /** Seconds since the login after which the person is asked again. */
  readonly max_age?: number;
  /** The languages the person prefers. Space-separated. */
  readonly ui_locales?: string;
  /** An ID token of the person who is expected. */
  readonly id_token_hint?: string;
  /** What the person may be called; handed on to the login provider. */
  readonly login_hint?: string;
  /** How thoroughly the login should be done. Space-separated; handed on to the login provider. */
  readonly acr_values?: string;
  /** All of this, signed: OpenID Connect Core §6.1. */
  readonly request?: string;
  /** Where all of this is, signed: OpenID Connect Core §6.2. */
  readonly request_uri?: string;
  /** Proof that the login provider has answered. */
  readonly login_verifier?: string;
  /** Proof that the consent provider has answered. */
  readonly consent_verifier?: string;
}

/** What a browser may bring to the end of a session: OpenID Connect RP-Initiated Logout §2. */
export interface EndSessionRequest {
  /** An ID token of the person who leaves. */
  readonly id_token_hint?: string;
  /** Who asks. */
  readonly client_id?: string;
  /** Where the browser goes afterwards: one of those the client registered. */
  readonly post_logout_redirect_uri?: string;
  /** Comes back with the browser as it was sent. */
  readonly state?: string;
  /** Proof that the logout provider has answered. */
  readonly logout_verifier?: string;
}

/**
 * Where the browser goes: to a `location`, or there by way of a `page` (form_post, front-channel logout).
 * Neither is known to scripts in a browser, which hides redirects from them.
 */
export interface Navigation {
  /** Where the browser is sent. */
  readonly location?: string;
  /** A page that takes the browser there. */
  readonly page?: string;
}
