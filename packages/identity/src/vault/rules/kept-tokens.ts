/** The tokens of a provider that are kept for a user, and what a sign-in and a refresh make of them. */

import type { ProviderRecord } from "../../federation/rules/identity-provider.ts";
import type { ProviderTokens } from "../../federation/rules/provider-tokens.ts";

export interface KeptTokens {
  readonly access_token: string;
  /** Unix seconds; undefined where the provider did not say. */
  readonly access_token_expires_at: number | undefined;
  readonly refresh_token: string | undefined;
  readonly scope: readonly string[];
  /** The user at the provider. */
  readonly provider_subject: string;
  /** Who issued them, as `issuedBy` writes it. */
  readonly issued_by: string;
}

/** Seconds before its end from which an access token is replaced: the app has to use it yet. */
const LEEWAY = 60;

/**
 * What an app is given as `expires_in` of a token of which the provider does not say how long it is valid: it asks again after that,
 * so that a user who removes the access need not wait longer.
 */
const DEFAULT_EXPIRES_IN = 60 * 60;

/** What is kept after a sign-in. Some providers issue a refresh token at the first sign-in alone: that one stays. */
export function afterSignIn(
  issued: ProviderTokens,
  provider: ProviderRecord,
  provider_subject: string,
  present: KeptTokens | undefined,
  now: number,
): KeptTokens {
  const issued_by = issuedBy(provider);
  const isSame = present?.issued_by === issued_by && present.provider_subject === provider_subject;
  return {
    access_token: issued.access_token,
    access_token_expires_at: endOf(issued, now),
    refresh_token: issued.refresh_token ?? (isSame ? present.refresh_token : undefined),
    scope: issued.scope ?? provider.scope,
    provider_subject,
    issued_by,
  };
}

/** What is kept after a refresh. RFC 6749 §6: without a new refresh token, the present one stays; the same holds for the scope. */
export function afterRefresh(issued: ProviderTokens, present: KeptTokens, now: number): KeptTokens {
  const { access_token, refresh_token = present.refresh_token, scope = present.scope } = issued;
  const access_token_expires_at = endOf(issued, now);
  return { ...present, access_token, access_token_expires_at, refresh_token, scope };
}

/** Whether an app can use the access token for a while, without another one in its place. */
export function isUsable({ access_token_expires_at: end = Infinity }: AccessTokenEnd, now: number) {
  return end - now > LEEWAY;
}

/** The seconds that an app is given. A provider may issue access tokens that are shorter than the leeway. */
export function expiresIn({ access_token_expires_at: end }: AccessTokenEnd, now: number): number {
  return end === undefined ? DEFAULT_EXPIRES_IN : Math.max(0, end - now);
}

type AccessTokenEnd = Pick<KeptTokens, "access_token_expires_at">;

/** Tokens of another server, or of another client there, are of no use, and a refresh token is sent to none but its issuer. */
export function isIssuedBy({ issued_by }: KeptTokens, provider: ProviderRecord): boolean {
  return issued_by === issuedBy(provider);
}

function issuedBy({ issuer, token_endpoint, client_id }: ProviderRecord): string {
  return JSON.stringify([issuer ?? token_endpoint, client_id]);
}

function endOf({ expires_in }: ProviderTokens, now: number): number | undefined {
  return expires_in === undefined ? undefined : now + expires_in;
}
