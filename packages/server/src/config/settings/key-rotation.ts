import { duration, lifespanOrNone, retention } from "../duration.ts";
import { setting, unset } from "../setting.ts";

/** When the keys that the server signs with are replaced. */
export const keyRotationSettings = {
  "oidc.key_rotation.every": setting(
    lifespanOrNone,
    0,
    "How long a signing key signs, such as 2160h for 90 days, before the server replaces it: the next key is announced in time, signs, and the old one is deleted when nothing needs it. 0: keys are replaced by hand only.",
  ),
  "oidc.key_rotation.id_token.every": unset(
    lifespanOrNone,
    "The same for the key set of ID tokens, logout tokens and signed responses, hydra.openid.id-token.",
  ),
  "oidc.key_rotation.access_token.every": unset(
    lifespanOrNone,
    "The same for the key set of JWT access tokens, hydra.jwt.access-token.",
  ),
  "oidc.key_rotation.api_access_token.every": unset(
    lifespanOrNone,
    "The same for the key set of the algorithms that APIs chose for their access tokens, latchkey.jwt.api-access-token.",
  ),
  "oidc.key_rotation.announce_period": unset(
    duration,
    "How long a key that is added to a set is published before it signs; until then the older key does. Longer than APIs and clients cache the published keys. When unset, an hour, or a day where any set has a schedule.",
  ),
  "oidc.key_rotation.cache_period": setting(
    duration,
    "1h",
    "How long APIs and clients cache the published keys at most. With a schedule, keys have to be announced for at least a minute longer.",
  ),
  "oidc.key_rotation.keep_period": setting(
    retention,
    "720h",
    "How long the schedule keeps a key after the last token that it signed has expired: for as long, ID tokens are accepted as id_token_hint. At least 24h.",
  ),
};
