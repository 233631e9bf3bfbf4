/** How a client names and proves itself in a form: RFC 6749 §2.3.1, RFC 7521 §4.2. Basic travels in a header instead. */
export interface ClientCredentials {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly client_assertion_type?: string;
  readonly client_assertion?: string;
}

/** A grant on its way to become tokens: RFC 6749 §4.1.3, §4.4.2, §6. */
export interface OAuth2TokenRequest extends ClientCredentials {
  readonly grant_type: string;
  readonly code?: string;
  /** RFC 7636 §4.5. */
  readonly code_verifier?: string;
  readonly redirect_uri?: string;
  readonly refresh_token?: string;
  /** Space-separated. */
  readonly scope?: string;
  /** Space-separated. */
  readonly audience?: string;
}

/** RFC 6749 §5.1, and OpenID Connect Core §3.1.3.3 for the ID token. */
export interface OAuth2TokenResponse {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds. */
  readonly expires_in: number;
  /** Space-separated; may be empty. */
  readonly scope: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
}

/** RFC 7009 §2.1. */
export interface RevokeOAuth2TokenRequest extends ClientCredentials {
  readonly token: string;
  readonly token_type_hint?: string;
}

/** Spares tokens that expired after `notAfter`. The one name in the contract that is not snake_case. */
export interface FlushInactiveOAuth2TokensRequest {
  /** RFC 3339; now when left out. */
  readonly notAfter?: string;
}
