/** RFC 6749 §1.3: grants, the record from which every code and token of a consent derives. */

import type { GrantKey } from "./grant-key.ts";
import type { JsonObject, OpenIDConnectContext } from "@latchkey/api";
import type { AccessToken } from "./access-token.ts";
import { assignDetails } from "./authorization-details/locations.ts";
import {
  type NarrowedDetails,
  narrowedDetailsOf,
} from "./authorization-details/narrowed-details.ts";
import type { AuthorizationDetail } from "./authorization-details/parse-details.ts";
import { type Client, effectiveGrantTypes } from "./client.ts";
import { isRefreshTokenBound } from "./binding/confirmation.ts";
import type { CodeChallenge } from "./pkce.ts";
import { type ProfileName, profileOf, traitsOf } from "./profiles/profile.ts";
import type { Explanation } from "./rejection.ts";
import type { Narrowing } from "./resource/narrowing.ts";
import type { Confirmation, TokenDetails } from "./token-details.ts";

/**
 * What a user allowed a client in one consent.
 *
 *   generation 0 ──redeem──▶ 1 ──refresh──▶ 2 ──refresh──▶ 3 …        revoked_at: none of its codes and tokens is valid
 *
 * Under a profile without rotation, a refresh begins no generation: the access tokens of one generation are valid side by side.
 *
 * Codes and tokens are not stored. Each contains the id and the generation of its grant under a MAC, so this record decides
 * whether it is valid, and one compare-and-swap on `generation` decides every race.
 */
export interface Grant extends GrantKey {
  readonly client_id: string;
  /** Distinguishes the client from a deleted one with the same id. */
  readonly client_key: number;
  /** The client's `access_token_epoch` when the current generation began. */
  readonly client_epoch: number;
  readonly subject: string;
  /** The login session of the consent. */
  readonly sid: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly generation: number;
  /** When the current generation began. Milliseconds: races are decided by them. */
  readonly generation_at_ms: number;
  /** Requests with the code that arrived until then lost a race; later ones are replays. Milliseconds; undefined until redemption. */
  readonly redeemed_at_ms: number | undefined;
  /** The number of requests with the code that arrived just after its redemption. */
  readonly suspects: number;
  /** Unix seconds, as is `expires_at`. */
  readonly granted_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | undefined;
  /** Unix seconds until which the consent is remembered for later requests; undefined when it is not. */
  readonly remembered_until: number | undefined;
  /** The key that the tokens of the current generation are bound to, if any. */
  readonly cnf?: Confirmation | undefined;
  /** RFC 9396 §6: the details of its access tokens, where the client requested fewer than were granted. */
  readonly narrowed_details?: NarrowedDetails | undefined;
  readonly session: GrantSession;
}

/** The contents of the tokens of a grant, and the consent behind it. Encrypted at rest. */
export interface GrantSession {
  /** Absent when the authorization request had none; the token request then needs none either (§4.1.3). */
  readonly redirect_uri?: string;
  /** Where the response went then: the only redirect URI of the client. */
  readonly implied_redirect_uri?: string;
  readonly code_challenge?: CodeChallenge;
  /** RFC 9449 §10: the thumbprint of the key that the code is bound to. */
  readonly dpop_jkt?: string;
  /** The client's `access_token_epoch` at consent, for access tokens issued by the authorization endpoint. */
  readonly client_epoch: number;
  /** Unix seconds: until when the code may be redeemed. */
  readonly code_expires_at: number;
  /** Unix seconds: its end, which no refresh moves; undefined where it has none. */
  readonly ends_at?: number;
  readonly nonce?: string;
  /** The `sub` of the user for this client. */
  readonly id_token_subject: string;
  /** Unix seconds: when the user last authenticated. */
  readonly auth_time: number;
  /** Unix seconds: when the authorization request arrived. */
  readonly requested_at: number;
  readonly acr?: string;
  readonly amr?: readonly string[];
  /** RFC 9470: the authentication levels of which the client required one, and the `max_age` it requested, in seconds. */
  readonly required_acr?: readonly string[];
  readonly max_age?: number;
  /** Hybrid flows: repeated in the ID token of the token endpoint. */
  readonly c_hash?: string;
  /** Claims of the consent provider, for introspection. */
  readonly access_token: JsonObject;
  /** Claims of the consent provider, for ID tokens and userinfo. */
  readonly id_token: JsonObject;
  /** Claims of the consent provider, for userinfo only. */
  readonly userinfo?: JsonObject;
  /** What its tokens say beside scope and audience. */
  readonly details?: TokenDetails;
  /** What a consent that is remembered covers, where that is more than this grant: what was granted before it, too. */
  readonly remembered?: RememberedConsent;
  /** The consent as the list of consent sessions shows it. */
  readonly consent: GrantedConsent;
}

/** What later requests may have without asking the user. */
export interface RememberedConsent {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly authorization_details: readonly AuthorizationDetail[];
  /** The names of claims that were requested one by one. Undefined when the consent provider does not say which it granted. */
  readonly claims?: readonly string[];
}

/** A consent request and its answer. */
interface GrantedConsent {
  readonly skip: boolean;
  readonly requested_authorization_details?: readonly JsonObject[];
  readonly requested_scope: readonly string[];
  readonly requested_access_token_audience: readonly string[];
  readonly oidc_context: OpenIDConnectContext;
  readonly request_url: string;
  /** Any JSON of the consent provider, or else what the login provider passed to it. */
  readonly context: unknown;
  readonly remember: boolean;
  /** Seconds; 0 means without end. */
  readonly remember_for: number;
  /** Unix seconds. */
  readonly handled_at: number;
}

/** A code or token of a grant, parsed, its MAC verified. Whether it is still valid depends on the grant. */
export interface GrantToken extends GrantKey {
  readonly generation: number;
  /** Unix seconds, as is `expires_at`. */
  readonly issued_at: number;
  readonly expires_at: number;
  /** Access tokens only: the part of the grant that the token is for; undefined means all of it. */
  readonly narrowing?: Narrowing;
}

/** The code of a request whose user is not known yet, or a code or token of a workspace grant. */
export type RequestToken = Omit<GrantToken, "subject_key">;

/** A token and its grant. */
export interface GrantedToken {
  readonly token_use: "access_token" | "refresh_token";
  readonly token: GrantToken;
  /** With the scope and audience that the token is for, which may be less than was granted. */
  readonly grant: Grant;
  /** Whether an API of its audience is disabled: then it is refused, and can still be revoked. */
  readonly is_suspended?: boolean;
}

/**
 * Whether a token is valid. An access token of the authorization endpoint stays valid when the code beside it is redeemed,
 * and ends with the next generation. A token for some of the grant's resources does not end with it: the next generation may
 * be a token for another resource, and the client needs both. Revoking all access tokens of a client does not affect refresh
 * tokens.
 */
export function isGrantedTokenActive(
  { token_use, token, grant, is_suspended = false }: GrantedToken,
  client: Client | undefined,
  now: number,
): boolean {
  if (client === undefined || !belongsTo(grant, client) || is_suspended) return false;
  if (grant.revoked_at !== undefined || token.expires_at <= now) return false;
  if (hasEnded(grant, now)) return false;
  if (token_use === "refresh_token") return token.generation === grant.generation;

  const { narrowing } = token;
  if (narrowing?.audience !== undefined) {
    return (
      token.generation <= grant.generation &&
      narrowing.client_epoch === client.access_token_epoch &&
      hasItsDetails(token, grant)
    );
  }
  const epoch =
    narrowing?.client_epoch ??
    (token.generation === 0 ? grant.session.client_epoch : grant.client_epoch);
  const isCurrent =
    token.generation === grant.generation || (token.generation === 0 && grant.generation === 1);
  return isCurrent && epoch === client.access_token_epoch;
}

/** Whether a grant has come to its end. */
export function hasEnded({ session: { ends_at } }: Grant, now: number): boolean {
  return ends_at !== undefined && ends_at <= now;
}

/** Whether the grant still has the details that the token was issued with: otherwise it would have all. */
function hasItsDetails({ narrowing, generation }: GrantToken, grant: Grant): boolean {
  return narrowing?.details !== true || narrowedDetailsOf(grant, generation) !== undefined;
}

/**
 * What an access token of a generation says beside scope and audience. The grant has the audience that the token is for. Tokens
 * of the authorization endpoint are bound to no key, and their client cannot request fewer details.
 */
export function detailsOf(grant: Grant, generation: number): TokenDetails {
  if (generation === 0) return assignDetails(detailsOfGrant(grant), grant.audience);
  const { cnf } = grant;
  const authorization_details = narrowedDetailsOf(grant, generation);
  const details = {
    ...detailsOfGrant(grant),
    ...(cnf !== undefined && { cnf }),
    ...(authorization_details !== undefined && { authorization_details }),
  };
  return assignDetails(details, grant.audience);
}

/** What every token of a grant says. */
function detailsOfGrant({ session: { acr, auth_time, details } }: Grant): TokenDetails {
  return { ...details, ...(acr !== undefined && { acr }), auth_time };
}

/** The same for one token. The refresh token of a confidential client is bound to the client, and not to a key. */
export function detailsOfToken(
  presented: AccessToken | GrantedToken,
  client: Client | undefined,
): TokenDetails | undefined {
  if (!("grant" in presented)) return presented.details;
  const { token_use, token, grant } = presented;
  if (token_use === "access_token") return detailsOf(grant, token.generation);
  const isUnbound = client === undefined || !isRefreshTokenBound(client);
  const { cnf } = detailsOf(grant, token.generation);
  return { ...detailsOfGrant(grant), ...(cnf !== undefined && !isUnbound && { cnf }) };
}

/** What a consent covers in later requests. */
export function rememberedOf({ scope, audience, session }: Grant): RememberedConsent {
  const { authorization_details = [] } = session.details ?? {};
  return session.remembered ?? { scope, audience, authorization_details };
}

/** Whether the grant belongs to this client, and not to a deleted one with the same id. */
export function belongsTo(grant: Grant, client: Client): boolean {
  return grant.client_id === client.client_id && grant.client_key === client.client_key;
}

/** OpenID Connect Core §11: whether the client gets a refresh token. Some security profiles ask for no scope. */
export function allowsRefresh(
  scope: readonly string[],
  client: Client,
  server_profile: ProfileName = "compatible",
): boolean {
  const isOffline = scope.includes("offline") || scope.includes("offline_access");
  const traits = traitsOf(profileOf(client, server_profile));
  return (
    (isOffline || traits.refreshes_without_offline_access) &&
    effectiveGrantTypes(client).includes("refresh_token")
  );
}

/** OpenID Connect Core §3.1.2.1: whether the client gets an ID token. */
export function allowsIdToken(scope: readonly string[]): boolean {
  return scope.includes("openid");
}

/** What the inspector says about a code or token of a grant that was revoked. */
export const grantRevoked = {
  reference: "RFC 6749 §5.2",
  fix: "Send the user through the authorization again.",
} satisfies Explanation;
