import { url } from "../../config/address-kinds.ts";
import { duration, lifespan, lifespanOrNever } from "../../config/duration.ts";
import { integer } from "../../config/kinds.ts";
import { reloadable, setting, unset } from "../../config/setting.ts";

export const deviceSettings = {
  "urls.device.verification": unset(url, "The page on which users enter the code of a device."),
  "urls.device.success": unset(
    url,
    "Where users go after they have connected a device; /device/done by default.",
  ),
  "ttl.device_user_code": setting(
    lifespan,
    "10m",
    "How long the codes of a device are valid: the user code and the device code.",
    reloadable,
  ),
  "ttl.grants.device_authorization.access_token": unset(
    lifespan,
    "How long an access token is valid that a client gets for a device code.",
    reloadable,
  ),
  "ttl.grants.device_authorization.refresh_token": unset(
    lifespanOrNever,
    "How long a refresh token is valid that a client gets for a device code.",
    reloadable,
  ),
  "ttl.grants.device_authorization.id_token": unset(
    lifespan,
    "How long an ID token is valid that a client gets for a device code.",
    reloadable,
  ),
  "oauth2.device_authorization.token_polling_interval": setting(
    lifespan,
    "5s",
    "How long a device waits between two token requests. One that does not gets slow_down, and has to wait 5 seconds longer.",
  ),
  "limits.user_code.failures_per_browser": setting(
    integer(1, 1_000),
    5,
    "Wrong user codes of devices in one browser after which each further attempt has to wait.",
    reloadable,
  ),
  "limits.user_code.failures_per_address": setting(
    integer(1, 1_000_000),
    20,
    "The same for wrong user codes from one address.",
    reloadable,
  ),
  "limits.user_code.longest_wait": setting(
    duration,
    "5m",
    "The longest wait before another user code; the wait doubles with every failure.",
    reloadable,
  ),
  "limits.user_code.forgiven_after": setting(
    duration,
    "1h",
    "How long after the last failure the count of wrong user codes is reset.",
    reloadable,
  ),
  "webfinger.oidc_discovery.device_authorization_url": unset(
    url,
    "Overrides device_authorization_endpoint in the discovery document.",
  ),
};
