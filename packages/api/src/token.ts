/** How a client names and proves itself in a form: RFC 6749 §2.3.1, RFC 7521 §4.2. Basic travels in a header instead. */
export interface ClientCredentials {
  /** Who asks. */
  readonly client_id?: string;
  /** The client's secret, where it does not travel in a header. */
  readonly client_secret?: string;
  /** `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
  readonly client_assertion_type?: string;
  /** A JWT that the client signed: RFC 7523 §2.2. */
  readonly client_assertion?: string;
}

/** A grant on its way to become tokens: RFC 6749 §4.1.3, §4.4.2, §6. */
export interface OAuth2TokenRequest extends ClientCredentials {
  /** `authorization_code`, `refresh_token` or `client_credentials`. */
  readonly grant_type: string;
  /** What the browser brought back. */
  readonly code?: string;
  /** The secret behind the `code_challenge`: RFC 7636 §4.5. */
  readonly code_verifier?: string;
  /** Where the code was sent, as the authorization request said it. */
  readonly redirect_uri?: string;
  /** The refresh token to spend. */
  readonly refresh_token?: string;
  /** What to ask for; on a refresh, no more than was granted. Space-separated. */
  readonly scope?: string;
  /** For whom the token is to be good. Space-separated. */
  readonly audience?: string;
}

/** RFC 6749 §5.1, and OpenID Connect Core §3.1.3.3 for the ID token. */
export interface OAuth2TokenResponse {
  /** What APIs are shown. */
  readonly access_token: string;
  /** How it is presented. */
  readonly token_type: "bearer";
  /** Seconds until the access token expires. */
  readonly expires_in: number;
  /** What it is good for. Space-separated; may be empty. */
  readonly scope: string;
  /** What the next tokens are asked for with. */
  readonly refresh_token?: string;
  /** Who logged in, signed. */
  readonly id_token?: string;
}

/** RFC 7009 §2.1. */
export interface RevokeOAuth2TokenRequest extends ClientCredentials {
  /** The token to revoke. */
  readonly token: string;
  /** `access_token` or `refresh_token`; nothing depends on it. */
  readonly token_type_hint?: string;
}

/**
 * Spares tokens that expired after `notAfter`. The one name in the contract that is not snake_case.
 * @example {"notAfter": "2026-01-01T00:00:00Z"}
 */
export interface FlushInactiveOAuth2TokensRequest {
  /** Tokens that expired later are spared, in RFC 3339; now when left out. */
  readonly notAfter?: string;
}
