/** OpenID Connect Front-Channel and Back-Channel Logout 1.0: how clients hear that a session ended. */

import { withQuery } from "./with-query.ts";

/** Front-Channel §2: what the browser loads for a client that has a `frontchannel_logout_uri`. */
export function frontChannelLogoutUrl(
  frontchannel_logout_uri: string,
  { issuer, sid }: { readonly issuer: string; readonly sid: string },
): string {
  return withQuery(frontchannel_logout_uri, { iss: issuer, sid });
}

/** The claims of a logout token. */
export interface LogoutTokenClaims {
  readonly iss: string;
  readonly aud: readonly [client_id: string];
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly sid: string;
  readonly events: { readonly [LOGOUT_EVENT]: Readonly<Record<string, never>> };
}

/** §4: short, so that a copy is soon worthless. */
const LIFETIME = 120;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Back-Channel §2.4: what is posted to a client that has a `backchannel_logout_uri`. A `nonce` is forbidden there. */
export function logoutTokenClaims(facts: {
  readonly issuer: string;
  readonly client_id: string;
  readonly sid: string;
  /** Of this notice: a repetition carries the same one. */
  readonly jti: string;
  /** Unix seconds. */
  readonly now: number;
}): LogoutTokenClaims {
  const { issuer, client_id, sid, jti, now } = facts;
  const exp = now + LIFETIME;
  return { iss: issuer, aud: [client_id], iat: now, exp, jti, sid, events: { [LOGOUT_EVENT]: {} } };
}
