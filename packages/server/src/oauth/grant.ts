import type { JsonObject, OpenIDConnectContext } from "@latchkey/api";
import { type Client, effectiveGrantTypes } from "./client.ts";
import type { CodeChallenge } from "./pkce.ts";

/**
 * What a person allowed a client once: the root of every token that follows from it.
 *
 *   generation 0 ──redeem──▶ 1 ──refresh──▶ 2 ──refresh──▶ 3 …        revoked_at: none of them counts any more
 *
 * Codes and tokens are not kept. Each names its grant and its generation under a MAC of ours, so this one record tells
 * whether it is good, and one compare-and-swap on `generation` decides every race.
 */
export interface Grant {
  /** Also the id of the flow it came from. */
  readonly grant_id: string;
  readonly client_id: string;
  /** Tells the client from an earlier one of the same id. */
  readonly client_key: number;
  /** The client's `access_token_epoch` when the present generation began. */
  readonly client_epoch: number;
  readonly subject: string;
  /** The login session it was given in. */
  readonly sid: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly generation: number;
  /** When the present generation began. Milliseconds, since a race is decided by them. */
  readonly generation_at_ms: number;
  /** Until when whoever comes with the code merely lost a race. Milliseconds; undefined until it is redeemed. */
  readonly redeemed_at_ms: number | undefined;
  /** How many came with the code when it had just been redeemed. */
  readonly suspects: number;
  /** Unix seconds, as is `expires_at`. */
  readonly granted_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | undefined;
  /** Until when the answer serves later requests too; undefined when it does not. */
  readonly remembered_until: number | undefined;
  readonly session: GrantSession;
}

/** What the tokens of a grant say, and how it came about. Sealed at rest. */
export interface GrantSession {
  /** Absent when the client left it to its registration, and then it need not repeat it either. */
  readonly redirect_uri?: string;
  readonly code_challenge?: CodeChallenge;
  /** The client's `access_token_epoch` when it was granted: that of a token straight from the authorization endpoint. */
  readonly client_epoch: number;
  /** Unix seconds: until when the code may be redeemed. */
  readonly code_expires_at: number;
  readonly nonce?: string;
  /** The `sub` that this client knows the person under. */
  readonly id_token_subject: string;
  /** Unix seconds: when the person last proved who they are. */
  readonly auth_time: number;
  /** Unix seconds: when the client asked. */
  readonly requested_at: number;
  readonly acr?: string;
  readonly amr?: readonly string[];
  /** Hybrid flows: the ID token that comes with the code's tokens repeats it. */
  readonly c_hash?: string;
  /** From the consent provider: for introspection, and for ID tokens and userinfo. */
  readonly access_token: JsonObject;
  readonly id_token: JsonObject;
  /** From the consent provider: for userinfo alone. */
  readonly userinfo?: JsonObject;
  /** The consent it stands for, as the session list shows it. */
  readonly consent: GrantedConsent;
}

/** How a consent was asked for and answered. */
interface GrantedConsent {
  readonly skip: boolean;
  readonly requested_scope: readonly string[];
  readonly requested_access_token_audience: readonly string[];
  readonly oidc_context: OpenIDConnectContext;
  readonly request_url: string;
  /** What the login provider handed on, any JSON. */
  readonly context: unknown;
  readonly remember: boolean;
  /** Seconds; 0 is forever. */
  readonly remember_for: number;
  /** Unix seconds. */
  readonly handled_at: number;
}

/** A code or token of a grant, taken apart. Its MAC has been checked; whether it is still good, the grant tells. */
export interface GrantToken {
  readonly grant_id: string;
  readonly generation: number;
  /** Unix seconds, as is `expires_at`. */
  readonly issued_at: number;
  readonly expires_at: number;
}

/** A token of a grant, and the grant that vouches for it. */
export interface GrantedToken {
  readonly token_use: "access_token" | "refresh_token";
  readonly token: GrantToken;
  readonly grant: Grant;
}

/**
 * Whether a token is good. An access token that came straight from the authorization endpoint outlives the redemption of
 * the code beside it, and no other step. Access tokens can be called back by the client's owner; refresh tokens cannot.
 */
export function isGrantedTokenActive(
  { token_use, token, grant }: GrantedToken,
  client: Client | undefined,
  now: number,
): boolean {
  if (client === undefined || !belongsTo(grant, client)) return false;
  if (grant.revoked_at !== undefined || token.expires_at <= now) return false;
  if (token_use === "refresh_token") return token.generation === grant.generation;

  const epoch = token.generation === 0 ? grant.session.client_epoch : grant.client_epoch;
  const isPresent =
    token.generation === grant.generation || (token.generation === 0 && grant.generation === 1);
  return isPresent && epoch === client.access_token_epoch;
}

/** Whether the grant was given to this very client, and not to an earlier one of the same id. */
export function belongsTo(grant: Grant, client: Client): boolean {
  return grant.client_id === client.client_id && grant.client_key === client.client_key;
}

/** OpenID Connect Core §11: whether the client may go on when the person is gone. */
export function allowsRefresh(scope: readonly string[], client: Client): boolean {
  const isOffline = scope.includes("offline") || scope.includes("offline_access");
  return isOffline && effectiveGrantTypes(client).includes("refresh_token");
}

/** OpenID Connect Core §3.1.2.1: whether the client may learn who the person is. */
export function allowsIdToken(scope: readonly string[]): boolean {
  return scope.includes("openid");
}
