import type { JsonWebKeySet } from "./json-web-key.ts";

/** A client as the server answers it. The members are RFC 7591 §2's and OpenID Registration §2's. */
export interface OAuth2Client {
  /** Names the client; random when left out. */
  readonly client_id: string;
  /** What people read. */
  readonly client_name: string;
  /** What the client proves itself with. Answered only to the request that set it or had it made. */
  readonly client_secret?: string;
  /** Always 0: secrets do not expire. */
  readonly client_secret_expires_at: number;
  /** Where people may be sent with an answer. */
  readonly redirect_uris: readonly string[];
  /** By which grants it gets tokens; empty means `authorization_code`. */
  readonly grant_types: readonly string[];
  /** What it may ask the authorization endpoint for; empty means `code`. An element may be a combination, such as `code id_token`. */
  readonly response_types: readonly string[];
  /** What it may ask for. Space-separated. */
  readonly scope: string;
  /** For whom its access tokens may be good. */
  readonly audience: readonly string[];
  /** Who looks after it; for your records. */
  readonly owner: string;
  /** Where people read what becomes of their data. */
  readonly policy_uri: string;
  /** Where people read its terms. */
  readonly tos_uri: string;
  /** Where people read about it. */
  readonly client_uri: string;
  /** The picture people are shown. */
  readonly logo_uri: string;
  /** Who to write to. */
  readonly contacts: readonly string[];
  /** The origins from which its scripts may call the public listener, beside those of its redirect URIs where it has no secret. A `*` stands for one part of a host name. */
  readonly allowed_cors_origins: readonly string[];
  /** Whether everybody is told the same id of a person, `public`, or each sector its own, `pairwise`. */
  readonly subject_type: string;
  /** Where the redirect URIs are listed that share a pairwise sector. */
  readonly sector_identifier_uri?: string;
  /** Where its public keys are. */
  readonly jwks_uri?: string;
  /** Its public keys, given here. */
  readonly jwks?: JsonWebKeySet;
  /** How it proves itself: `client_secret_basic`, `client_secret_post`, `private_key_jwt` or `none`. */
  readonly token_endpoint_auth_method: string;
  /** The algorithm of its assertions. */
  readonly token_endpoint_auth_signing_alg?: string;
  /** Where its request objects may be. */
  readonly request_uris?: readonly string[];
  /** The algorithm of its request objects. */
  readonly request_object_signing_alg?: string;
  /** `none` for plain JSON, else the algorithm of a signed answer. */
  readonly userinfo_signed_response_alg: string;
  /** The algorithm of its ID tokens, where it differs from the server's. */
  readonly id_token_signed_response_alg?: string;
  /** What its access tokens are, where that differs from the server's. */
  readonly access_token_strategy?: "opaque" | "jwt";
  /** The `typ` of its JWT access tokens, where that differs from the server's; `at+jwt` is that of RFC 9068. */
  readonly access_token_jwt_typ?: "JWT" | "at+jwt";
  /** Where people may be sent after logging out. */
  readonly post_logout_redirect_uris?: readonly string[];
  /** What a browser loads when somebody logs out. */
  readonly frontchannel_logout_uri?: string;
  /** Whether `iss` and `sid` are told to it there. */
  readonly frontchannel_logout_session_required?: boolean;
  /** Where a logout token is posted when somebody logs out. */
  readonly backchannel_logout_uri?: string;
  /** Whether the `sid` is told to it there. */
  readonly backchannel_logout_session_required?: boolean;
  /** Whatever else you want to keep with it: any JSON, of at most 64 KiB. */
  readonly metadata: unknown;
  /** When it was created, in RFC 3339. */
  readonly created_at: string;
  /** When it was last changed, in RFC 3339. */
  readonly updated_at: string;
}

/**
 * What create and update take: every member has a default, and the server sets the two times itself.
 * @example {"client_name": "Photos", "redirect_uris": ["https://photos.example/callback"], "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "scope": "openid offline_access photos.read"}
 */
export interface OAuth2ClientInput extends Partial<OAuth2Client> {}

/**
 * A new secret. The one before stays good for a while, so that nothing stops working.
 * @example {"overlap": 3600}
 */
export interface OAuth2ClientSecretRequest {
  /** Seconds that the secret before it stays good; a day unless said, 0 when it leaked. */
  readonly overlap?: number;
}
