/** RFC 6749 §1.4, RFC 9068: access tokens. */

import type { GrantKey } from "./grant-key.ts";
import type { JsonObject } from "@latchkey/api";
import type { Client } from "./client.ts";
import { serverClaims } from "./jwt/server-claims.ts";
import type { TokenDetails } from "./token-details.ts";

/** The stored record of an opaque access token. The token itself is not stored: its signature is the key of this record. */
export interface AccessToken {
  readonly signature: Uint8Array;
  readonly client_id: string;
  /** The client's `access_token_epoch` when the token was issued. */
  readonly client_epoch: number;
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** Unix seconds, as is `expires_at`. */
  readonly issued_at: number;
  readonly expires_at: number;
  readonly details?: TokenDetails | undefined;
  /** Claims that a token hook set, for introspection. */
  readonly ext?: JsonObject | undefined;
  /** What it was exchanged for, and what that was exchanged for, and so on. It is valid only as long as all of them are. */
  readonly sources?: readonly TokenSource[] | undefined;
  /** The ids of the trusted issuers by whose JWTs it was issued. */
  readonly trusted_issuers?: readonly string[] | undefined;
  /** Whether an API of its audience, or a trusted issuer, is disabled: then it is refused, and can still be revoked. */
  readonly is_suspended?: boolean;
}

/** An access token as it was found. */
export interface FoundAccessToken extends AccessToken {
  /** The `sub` of a JWT, where that is not the subject itself: OpenID Connect Core §8.1. */
  readonly jwt_subject?: string;
  /** The `jti` of a JWT. */
  readonly jwt_id?: string;
}

/** RFC 8693: a grant or an access token that a token was exchanged for. */
export type TokenSource =
  /** `client_epoch` is the `access_token_epoch` of its client at the time of the exchange. */
  | (GrantKey & { readonly client_epoch: number })
  /** Of an access token that belongs to no grant. */
  | { readonly signature: Uint8Array }
  | LoginSource
  | NamedSource;

/** Of a subject that a client named without a token of the subject. The feature that accepted it says whether it still does. */
export interface NamedSource {
  /** The `subject_token_type`. */
  readonly named_by: string;
  readonly subject: string;
  /** The user who acts for the subject. */
  readonly actor: string;
  readonly client_id: string;
}

/** The login session that an ID token names, and the client that the ID token was issued to. */
export interface LoginSource {
  readonly sid: string;
  readonly client_id: string;
  /** Unix seconds: when the ID token was issued. */
  readonly issued_at: number;
}

/** Whether a token is valid: its client exists, has not revoked all its tokens since, and the token has not expired and nothing that it is of or for is disabled. */
export function isActive(token: AccessToken, client: Client | undefined, now: number): boolean {
  return (
    client !== undefined &&
    client.client_id === token.client_id &&
    client.access_token_epoch === token.client_epoch &&
    token.expires_at > now &&
    token.is_suspended !== true
  );
}

/** The claims of a JWT access token: those of RFC 9068 §2.2, and the older `scp`, `ext` and `nbf`. */
export interface JwtAccessTokenClaims extends TokenDetails {
  readonly iss: string;
  readonly sub: string;
  readonly aud: readonly string[];
  readonly client_id: string;
  /** The scope as a list. */
  readonly scp?: readonly string[];
  /** RFC 9068 §2.2.3, RFC 8693 §4.2: the scope as one string. Absent when empty: RFC 6749 §3.3 has no empty scope. */
  readonly scope?: string;
  /** Claims that the consent provider or a token hook added for resource servers. Absent where they are at the top level alone. */
  readonly ext?: JsonObject;
  readonly iat: number;
  readonly nbf?: number;
  readonly exp: number;
  readonly jti: string;
  /** Of an exchanged token: what ends it, beside what it belongs to itself (`ending-key.ts`). */
  readonly ends_with?: readonly string[];
  /** RFC 9068 §2.2.1: how the user authenticated, as are `acr` and `amr`. */
  readonly auth_time?: number;
  readonly acr?: string;
  readonly amr?: readonly string[];
}

/** RFC 9068 §2.2.1: how the user of a grant authenticated. */
export interface Authentication {
  /** Unix seconds. */
  readonly auth_time: number;
  readonly acr?: string;
  readonly amr?: readonly string[];
}

/** A token that is about to be signed. It has no signature yet. */
export type JwtAccessTokenSource = Omit<
  AccessToken,
  "signature" | "client_epoch" | "sources" | "ext" | "trusted_issuers" | "is_suspended"
>;

/** The claims that are not in the token's record. */
export interface JwtAccessTokenFacts {
  readonly issuer: string;
  readonly jti: string;
  readonly ends_with?: readonly string[];
  readonly ext?: JsonObject;
  /** Whether the scope is a list (`scp`), a string (`scope`) or both. */
  readonly scope_claim: "list" | "string" | "both";
  /** The claims of `ext` that are at the top level too. */
  readonly top_level_claims?: readonly string[];
  /** False: `ext` is left out. */
  readonly mirror_top_level_claims?: boolean;
  /** False: `nbf` is left out. */
  readonly has_nbf?: boolean;
  readonly authentication?: Authentication;
}

/** RFC 9068 §2.2: the claims of an access token. */
export function describeJwtAccessToken(
  token: JwtAccessTokenSource,
  {
    issuer,
    jti,
    ext = {},
    scope_claim,
    top_level_claims = [],
    mirror_top_level_claims = true,
    has_nbf = true,
    authentication,
    ends_with,
  }: JwtAccessTokenFacts,
): JwtAccessTokenClaims {
  return {
    ...(top_level_claims.length > 0 && liftClaims(ext, top_level_claims)),
    iss: issuer,
    sub: token.subject,
    aud: token.audience,
    client_id: token.client_id,
    ...(scope_claim !== "string" && { scp: token.scope }),
    ...(scope_claim !== "list" && token.scope.length > 0 && { scope: token.scope.join(" ") }),
    ...(mirror_top_level_claims && { ext }),
    ...authentication,
    ...token.details,
    iat: token.issued_at,
    ...(has_nbf && { nbf: token.issued_at }),
    exp: token.expires_at,
    jti,
    ...(ends_with && { ends_with }),
  };
}

/** `ext` is where the claims themselves are. */
function liftClaims(ext: JsonObject, names: readonly string[]): JsonObject {
  const lifted = names.filter(
    (name) => Object.hasOwn(ext, name) && !serverClaims.has(name) && name !== "ext",
  );
  return Object.fromEntries(lifted.map((name) => [name, ext[name]]));
}
