import { url } from "../../config/address-kinds.ts";
import { lifespan, lifespanOrNever } from "../../config/duration.ts";
import { integer, list } from "../../config/kinds.ts";
import type { Problem } from "../../config/problem.ts";
import { webhookSecret } from "../../config/secret-kinds.ts";
import { type ConfigOf, reloadable, setting, unset } from "../../config/setting.ts";
import type { Config } from "../../config/settings.ts";

export const backchannelSettings = {
  "urls.backchannel_authentication": unset(
    url,
    "The app that asks users of backchannel authentications (OpenID CIBA): every new request is posted there, and answered through the admin API. Without it, users answer on the built-in page /approve.",
  ),
  "secrets.backchannel_authentication": setting(
    list(webhookSecret),
    [],
    "Secrets of the signatures on what is posted to urls.backchannel_authentication: a signature for each, so that they can be rotated.",
  ),
  "ttl.backchannel_authentication_request": setting(
    lifespan,
    "5m",
    "How long a backchannel authentication request (OpenID CIBA) is valid, unless the client requests a shorter time.",
    reloadable,
  ),
  "ttl.grants.backchannel_authentication.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for a backchannel authentication.",
    reloadable,
  ),
  "ttl.grants.backchannel_authentication.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for a backchannel authentication.",
    reloadable,
  ),
  "ttl.grants.backchannel_authentication.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for a backchannel authentication.",
    reloadable,
  ),
  "oidc.backchannel_authentication.polling_interval": setting(
    lifespan,
    "5s",
    "How long the client of a backchannel authentication waits between two token requests. One that does not gets slow_down, and has to wait 5 seconds longer.",
  ),
  "limits.backchannel_authentication.per_user": setting(
    integer(1, 1_000),
    10,
    "Backchannel authentication requests (OpenID CIBA) for one user at a time. A request counts until it is accepted, or for ttl.backchannel_authentication_request: also when it was denied.",
    reloadable,
  ),
  "limits.backchannel_authentication.per_client": setting(
    integer(1, 1_000),
    3,
    "The same for the requests of one client for one user.",
    reloadable,
  ),
};

type BackchannelConfig = Config & ConfigOf<typeof backchannelSettings>;

/** Whether there is a way to ask users: an app of the operator, or the built-in pages. */
export function asksUsers(config: BackchannelConfig): boolean {
  return config["urls.backchannel_authentication"] !== undefined || resolvesUsers(config);
}

/** Whether the users are those of the built-in pages, whom the server knows. */
export function resolvesUsers(config: BackchannelConfig): boolean {
  return (
    config["urls.backchannel_authentication"] === undefined &&
    config["urls.login"] === undefined &&
    config["urls.consent"] === undefined
  );
}

/** What is posted to the app of the operator has to be signed. */
export function checkSecrets(config: BackchannelConfig): readonly Problem[] {
  if (config["urls.backchannel_authentication"] === undefined) return [];
  if (config["secrets.backchannel_authentication"].length > 0) return [];
  return [
    {
      key: "secrets.backchannel_authentication",
      message:
        "must be set, because urls.backchannel_authentication is, and what is posted there is signed: generate one with echo whsec_$(openssl rand -base64 32)",
    },
  ];
}
