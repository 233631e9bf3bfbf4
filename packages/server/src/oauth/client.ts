import type { JsonWebKeySet, OAuth2Client } from "@latchkey/api";
import { memoize } from "../memoize.ts";

/** RFC 7591 §2: what a client's owner says of it, checked, complete and in one shape. */
export interface ClientMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  /** What the client may ask for; on the wire one text with spaces. */
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly owner: string;
  readonly policy_uri: string;
  readonly tos_uri: string;
  readonly client_uri: string;
  readonly logo_uri: string;
  readonly allowed_cors_origins: readonly string[];
  readonly contacts: readonly string[];
  readonly subject_type: string;
  readonly sector_identifier_uri?: string;
  readonly jwks_uri?: string;
  readonly jwks?: JsonWebKeySet;
  readonly token_endpoint_auth_method: ClientAuthMethod;
  readonly token_endpoint_auth_signing_alg?: string;
  readonly request_uris: readonly string[];
  readonly request_object_signing_alg?: string;
  readonly userinfo_signed_response_alg: string;
  /** Absent: whatever the server signs ID tokens with. */
  readonly id_token_signed_response_alg?: string;
  /** Absent: whatever the server issues. */
  readonly access_token_strategy?: "opaque" | "jwt";
  /** Absent: the server's `strategies.jwt.typ`. */
  readonly access_token_jwt_typ?: "JWT" | "at+jwt";
  readonly frontchannel_logout_uri?: string;
  readonly frontchannel_logout_session_required: boolean;
  readonly post_logout_redirect_uris: readonly string[];
  readonly backchannel_logout_uri?: string;
  readonly backchannel_logout_session_required: boolean;
  /** Any JSON: the owner's own notes. */
  readonly metadata: unknown;
}

/** RFC 6749 §2: a client as it comes to be kept. */
export interface NewClient extends ClientMetadata {
  readonly client_id: string;
  readonly client_secret_hash: string | undefined;
  /** The secret before it, good until the unix second `expires_at`. */
  readonly previous_secret?: PreviousSecret;
  /** Unix seconds, as is `updated_at`. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** A secret that was rotated away and is good for a while yet. */
interface PreviousSecret {
  readonly hash: string;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** A client as it is kept. */
export interface Client extends NewClient {
  /** Tells the client from others that had its id before or will have it after. */
  readonly client_key: number;
  /** Changed to call back every access token issued so far. */
  readonly access_token_epoch: number;
}

declare const proven: unique symbol;

/** A client that proved who it is. Only `authenticated` makes one, so a grant cannot forget to ask. */
export type AuthenticatedClient = Client & { readonly [proven]: true };

/** How a client may prove itself at the token endpoint. */
export type ClientAuthMethod = (typeof clientAuthMethods)[number];

/** OpenID Connect Core §9: the ways the server understands. */
export const clientAuthMethods = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "none",
] as const;

/** RFC 7591 §2: a client that names no grant types has the authorization code grant. */
export function effectiveGrantTypes(client: ClientMetadata): readonly string[] {
  return client.grant_types.length > 0 ? client.grant_types : ["authorization_code"];
}

/** RFC 7591 §2: a client that names no response types has `code`. */
export function effectiveResponseTypes(client: ClientMetadata): readonly string[] {
  return client.response_types.length > 0 ? client.response_types : ["code"];
}

type Described = NewClient & Partial<Client>;

/** A client as the wire shows it: it never changes, it is replaced. The secret is no part of it: whoever just set one adds it. */
export const describeClient = memoize((client: Described): OAuth2Client => {
  const {
    client_secret_hash: _hash,
    previous_secret: _previous,
    client_key: _key,
    access_token_epoch: _epoch,
    request_uris,
    post_logout_redirect_uris,
    frontchannel_logout_session_required,
    backchannel_logout_session_required,
    ...always
  } = client;
  return {
    ...always,
    ...(request_uris.length > 0 && { request_uris }),
    ...(post_logout_redirect_uris.length > 0 && { post_logout_redirect_uris }),
    ...(frontchannel_logout_session_required && { frontchannel_logout_session_required }),
    ...(backchannel_logout_session_required && { backchannel_logout_session_required }),
    scope: client.scope.join(" "),
    client_secret_expires_at: 0,
    created_at: rfc3339(client.created_at),
    updated_at: rfc3339(client.updated_at),
  };
});

function rfc3339(at: number): string {
  return new Date(at * 1000).toISOString().replace(".000Z", "Z");
}
