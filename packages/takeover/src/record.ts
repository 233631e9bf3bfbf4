import type { JsonObject, JsonWebKey, OAuth2Client, OpenIDConnectContext } from "@latchkey/api";

/**
 * What another server remembered, one record for each thing. Every source is read into these, the neutral JSON is a list of them,
 * and one writer stores them. Times are unix seconds. `signature` is what the source has of a token or code of which it stores no
 * more: the part after the last dot, or its digest (`digest: "sha384"`, lower-case hex).
 */
export type TakenRecord =
  | ClientRecord
  | KeyRecord
  | IssuerRecord
  | SessionRecord
  | SubjectRecord
  | GrantRecord
  | TokenRecord
  | AssertionRecord
  | FlowRecord
  | LogoutRecord
  | AccountRecord;

/** The order in which the kinds are read and written: what a record refers to comes before it. */
export const recordKinds = [
  "client",
  "key",
  "issuer",
  "account",
  "session",
  "subject",
  "grant",
  "token",
  "assertion",
  "flow",
  "logout",
] as const satisfies readonly TakenRecord["kind"][];

export type RecordKind = (typeof recordKinds)[number];

/** Whether there are records of this kind. */
export function isRecordKind(kind: unknown): kind is RecordKind {
  return recordKinds.some((known) => known === kind);
}

/** A client with the hashes of its secrets, the newest first; none for clients that authenticate without a secret. */
export interface ClientRecord {
  readonly kind: "client";
  /** What is left out has its default. */
  readonly client: Partial<OAuth2Client> & { readonly client_id: string };
  readonly secret_hashes: readonly string[];
  /** Of the token with which it manages its registration. */
  readonly registration_token?: TokenSignature;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A key of a set. Of the private keys of a set the one that was created last signs. */
export interface KeyRecord {
  readonly kind: "key";
  readonly set: string;
  readonly key: JsonWebKey;
  readonly created_at: number;
}

/** An issuer whose assertions are accepted (RFC 7523). */
export interface IssuerRecord {
  readonly kind: "issuer";
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly allow_any_subject: boolean;
  readonly scope: readonly string[];
  readonly key: JsonWebKey;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A login that the browser may use again. */
export interface SessionRecord {
  readonly kind: "session";
  readonly sid: string;
  readonly subject: string;
  readonly authenticated_at: number;
  /** Absent where the source lets it live for ever. */
  readonly expires_at?: number;
  readonly acr?: string;
}

/** The identifier that a login app forced for a user at a client. */
export interface SubjectRecord {
  readonly kind: "subject";
  readonly client_id: string;
  readonly subject: string;
  readonly identifier: string;
}

/** What a user allowed a client, and every code and token that came of it. */
export interface GrantRecord {
  readonly kind: "grant";
  /** The name of the chain at the source. */
  readonly id: string;
  readonly client_id: string;
  readonly subject: string;
  /** What the client sees as `sub`. */
  readonly id_token_subject: string;
  /** Empty where there is none. */
  readonly sid: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly granted_at: number;
  readonly requested_at: number;
  readonly auth_time: number;
  readonly nonce?: string;
  readonly acr?: string;
  readonly amr?: readonly string[];
  /** Claims for introspection, and for ID tokens and userinfo. */
  readonly access_token: JsonObject;
  readonly id_token: JsonObject;
  readonly consent: ConsentRecord;
  readonly code?: CodeRecord;
  /** The oldest first. */
  readonly refresh_tokens: readonly RefreshTokenRecord[];
  readonly access_tokens: readonly AccessTokenRecord[];
}

/** A consent request and its answer. */
export interface ConsentRecord {
  readonly skip: boolean;
  readonly requested_scope: readonly string[];
  readonly requested_audience: readonly string[];
  readonly oidc_context: OpenIDConnectContext;
  readonly request_url: string;
  readonly context: unknown;
  readonly remember: boolean;
  /** Seconds; 0 means without end. */
  readonly remember_for: number;
  readonly handled_at: number;
}

/** What the source stored of a token. */
export interface TokenSignature {
  readonly signature: string;
  readonly digest?: "sha384";
}

interface StoredToken extends TokenSignature {
  readonly issued_at: number;
  /** Absent for a token that does not expire. */
  readonly expires_at?: number;
}

export interface CodeRecord extends StoredToken {
  /** Whether it was redeemed. */
  readonly used: boolean;
  readonly redirect_uri?: string;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
}

export interface RefreshTokenRecord extends StoredToken {
  /** Whether another one took its place, or it was revoked. */
  readonly used: boolean;
  /** When it was used first, under a grace period, and how often. */
  readonly first_used_at?: number;
  readonly used_times?: number;
}

export interface AccessTokenRecord extends StoredToken {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** Issued by the authorization endpoint (implicit and hybrid flows). */
  readonly from_authorization?: boolean;
}

/** An access token without a user's grant: of a client that acts for itself, or of an assertion. */
export interface TokenRecord extends StoredToken {
  readonly kind: "token";
  readonly client_id: string;
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly ext?: JsonObject;
}

/** A `jti` that was used: the SHA-256 of it in lower-case hex. */
export interface AssertionRecord {
  readonly kind: "assertion";
  readonly jti_sha256: string;
  readonly expires_at: number;
}

/** An authorization that has not come to its end: where the browser stands, and what it and the apps hold. */
export interface FlowRecord {
  readonly kind: "flow";
  readonly at: "login" | "login_answered" | "consent" | "consent_answered";
  readonly client_id: string;
  readonly request_url: string;
  readonly requested_at: number;
  readonly login_challenge: string;
  readonly login_verifier?: string;
  readonly login_csrf?: string;
  readonly consent_challenge?: string;
  readonly consent_verifier?: string;
  readonly consent_csrf?: string;
  readonly sid: string;
  readonly skip: boolean;
  readonly subject?: string;
  /** The answers of the login and the consent app, as their operations take them. */
  readonly login?: JsonObject;
  readonly consent?: JsonObject;
}

/** A logout that has not come to its end. */
export interface LogoutRecord {
  readonly kind: "logout";
  readonly challenge: string;
  readonly verifier: string;
  readonly state: "waiting" | "accepted" | "rejected" | "used";
  readonly subject: string;
  readonly sid: string;
  readonly client_id?: string;
  readonly rp_initiated: boolean;
  readonly request_url: string;
  readonly redirect_uri: string;
  /** The moment of the import where the source has no time. */
  readonly requested_at?: number;
  readonly expires_at?: number;
}

/** A person who signs in at the built-in pages. */
export interface AccountRecord {
  readonly kind: "account";
  readonly id: string;
  readonly username: string;
  readonly password_hash?: string;
  /** OpenID Connect's standard claims, `groups` among them. */
  readonly claims: JsonObject;
  readonly disabled?: boolean;
}
