/** How long the tokens of a client are valid, by grant type. */

import type { ClientField } from "../client-field.ts";
import { lifespan } from "../formats.ts";

export const tokenLifespanFields = {
  grant_lifespan: tokenLifespan(
    "How long what a user granted is valid at most, from the consent on, however often its tokens are refreshed; the server's setting `ttl.grant` when left out.",
    "grant-lifespan",
    "Grant",
  ),
  authorization_code_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for an authorization code; the server's setting when left out.",
    "authorization-code-access-token-lifespan",
    "Access token for a code",
  ),
  authorization_code_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for an authorization code; the server's setting when left out.",
    "authorization-code-refresh-token-lifespan",
    "Refresh token for a code",
  ),
  authorization_code_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for an authorization code; the server's setting when left out.",
    "authorization-code-id-token-lifespan",
    "ID token for a code",
  ),
  device_authorization_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a device code; the server's setting when left out.",
    "device-authorization-access-token-lifespan",
    "Access token for a device code",
  ),
  device_authorization_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for a device code; the server's setting when left out.",
    "device-authorization-refresh-token-lifespan",
    "Refresh token for a device code",
  ),
  device_authorization_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for a device code; the server's setting when left out.",
    "device-authorization-id-token-lifespan",
    "ID token for a device code",
  ),
  backchannel_authentication_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a backchannel authentication; the server's setting when left out.",
    "backchannel-authentication-access-token-lifespan",
    "Access token for a backchannel authentication",
  ),
  backchannel_authentication_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for a backchannel authentication; the server's setting when left out.",
    "backchannel-authentication-refresh-token-lifespan",
    "Refresh token for a backchannel authentication",
  ),
  backchannel_authentication_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for a backchannel authentication; the server's setting when left out.",
    "backchannel-authentication-id-token-lifespan",
    "ID token for a backchannel authentication",
  ),
  client_credentials_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for itself; the server's setting when left out.",
    "client-credentials-access-token-lifespan",
    "Access token for itself",
  ),
  implicit_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets from the authorization endpoint; the server's setting when left out.",
    "implicit-access-token-lifespan",
    "Access token from the authorization endpoint",
  ),
  implicit_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets from the authorization endpoint; the server's setting when left out.",
    "implicit-id-token-lifespan",
    "ID token from the authorization endpoint",
  ),
  refresh_token_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a refresh token; the server's setting when left out.",
    "refresh-token-access-token-lifespan",
    "Access token for a refresh token",
  ),
  refresh_token_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for a refresh token; the server's setting when left out.",
    "refresh-token-refresh-token-lifespan",
    "Refresh token for a refresh token",
  ),
  refresh_token_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for a refresh token; the server's setting when left out.",
    "refresh-token-id-token-lifespan",
    "ID token for a refresh token",
  ),
  jwt_bearer_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a JWT of a trusted issuer; the server's setting when left out.",
    "jwt-bearer-access-token-lifespan",
    "Access token for a trusted JWT",
  ),
  token_exchange_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid at most that it gets for another token; the server's setting when left out.",
    "token-exchange-access-token-lifespan",
    "Access token for another token",
  ),
} as const satisfies Readonly<Record<string, ClientField>>;

/** A field for the lifespan of one kind of token of one grant type. */
function tokenLifespan(description: string, name: string, label: string) {
  return {
    schema: lifespan,
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description,
    kind: "text",
    flag: { name },
    form: { label },
  } as const satisfies ClientField;
}
