import type { JsonObject } from "./json-object.ts";
import type { JsonWebKeySet } from "./json-web-key.ts";

/** A client as the server answers it. The members are RFC 7591 §2's and OpenID Registration §2's. */
export interface OAuth2Client {
  readonly client_id: string;
  readonly client_name: string;
  /** Only in the answer to the create or update that set it. */
  readonly client_secret?: string;
  /** Always 0: secrets do not expire. */
  readonly client_secret_expires_at: number;
  readonly redirect_uris: readonly string[];
  /** Empty means `authorization_code`. */
  readonly grant_types: readonly string[];
  /** Empty means `code`. An element may be a combination, such as `code id_token`. */
  readonly response_types: readonly string[];
  /** Space-separated. */
  readonly scope: string;
  readonly audience: readonly string[];
  readonly owner: string;
  readonly policy_uri: string;
  readonly tos_uri: string;
  readonly client_uri: string;
  readonly logo_uri: string;
  readonly contacts: readonly string[];
  readonly allowed_cors_origins: readonly string[];
  /** `public` or `pairwise`. */
  readonly subject_type: string;
  readonly sector_identifier_uri?: string;
  readonly jwks_uri?: string;
  readonly jwks?: JsonWebKeySet;
  readonly token_endpoint_auth_method: string;
  readonly token_endpoint_auth_signing_alg?: string;
  readonly request_uris?: readonly string[];
  readonly request_object_signing_alg?: string;
  /** `none` for plain JSON, else the algorithm of a signed answer. */
  readonly userinfo_signed_response_alg: string;
  readonly id_token_signed_response_alg?: string;
  readonly access_token_strategy?: "opaque" | "jwt";
  readonly post_logout_redirect_uris?: readonly string[];
  readonly frontchannel_logout_uri?: string;
  readonly frontchannel_logout_session_required?: boolean;
  readonly backchannel_logout_uri?: string;
  readonly backchannel_logout_session_required?: boolean;
  readonly metadata: JsonObject;
  /** RFC 3339. */
  readonly created_at: string;
  /** RFC 3339. */
  readonly updated_at: string;
}

/** What create and update take: every member has a default, and the server sets the two times itself. */
export type OAuth2ClientInput = Partial<OAuth2Client>;
