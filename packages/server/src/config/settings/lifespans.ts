import { lifespan, lifespanOrNever, pushedRequestLifespan } from "../duration.ts";
import { reloadable, setting, unset } from "../setting.ts";

/** How long tokens, codes, requests and sessions are valid. */
export const lifespanSettings = {
  "ttl.access_token": setting(lifespan, "1h", "How long an access token is valid.", reloadable),
  "ttl.refresh_token": setting(
    lifespanOrNever,
    "720h",
    "How long a refresh token is valid.",
    reloadable,
  ),
  "ttl.id_token": setting(lifespan, "1h", "How long an ID token is valid.", reloadable),
  "ttl.auth_code": setting(lifespan, "10m", "How long an authorization code is valid.", reloadable),
  "ttl.grant": unset(
    lifespan,
    "How long what a user granted is valid at most, from the consent on, however often its tokens are refreshed; without end when unset.",
    reloadable,
  ),
  "ttl.login_consent_request": setting(
    lifespan,
    "1h",
    "How long users may take to sign in and consent.",
    reloadable,
  ),
  "ttl.pushed_authorization_request": setting(
    pushedRequestLifespan,
    "60s",
    "How long the request_uri of a pushed authorization request is valid: 5 seconds to 10 minutes.",
    reloadable,
  ),
  "ttl.backchannel_logout": setting(
    lifespan,
    "1h",
    "How long a back-channel logout is retried.",
    reloadable,
  ),

  // Of what one grant type issues, where that differs from the above.
  "ttl.grants.authorization_code.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for an authorization code.",
    reloadable,
  ),
  "ttl.grants.authorization_code.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for an authorization code.",
    reloadable,
  ),
  "ttl.grants.authorization_code.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for an authorization code.",
    reloadable,
  ),
  "ttl.grants.client_credentials.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for itself.",
    reloadable,
  ),
  "ttl.grants.implicit.access_token": unset(
    lifespan,
    "How long an access token is valid that the authorization endpoint issues.",
    reloadable,
  ),
  "ttl.grants.implicit.id_token": unset(
    lifespan,
    "How long an ID token is valid that the authorization endpoint issues.",
    reloadable,
  ),
  "ttl.grants.refresh_token.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for a refresh token.",
    reloadable,
  ),
  "ttl.grants.refresh_token.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for the one before it.",
    reloadable,
  ),
  "ttl.grants.refresh_token.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for a refresh token.",
    reloadable,
  ),
};
