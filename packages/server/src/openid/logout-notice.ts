/** OpenID Connect Front-Channel and Back-Channel Logout 1.0: how clients are notified of the end of a session. */

import { withQuery } from "./urls.ts";

/** Front-Channel §2: the URL that the browser loads in an iframe for a client with a `frontchannel_logout_uri`. */
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

/** Seconds. Back-Channel §4 recommends at most two minutes, to limit the use of a stolen token. */
const LIFETIME = 120;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Back-Channel §2.4: the logout token for a client with a `backchannel_logout_uri`. A `nonce` is prohibited. */
export function logoutTokenClaims(facts: {
  readonly issuer: string;
  readonly client_id: string;
  readonly sid: string;
  /** The id of this notification. A retry has the same one. */
  readonly jti: string;
  /** Unix seconds. */
  readonly now: number;
}): LogoutTokenClaims {
  const { issuer, client_id, sid, jti, now } = facts;
  const exp = now + LIFETIME;
  return { iss: issuer, aud: [client_id], iat: now, exp, jti, sid, events: { [LOGOUT_EVENT]: {} } };
}
