import { lifespan } from "../../config/duration.ts";
import { reloadable, setting, unset } from "../../config/setting.ts";

export const tokenExchangeSettings = {
  "ttl.grants.token_exchange.access_token": unset(
    lifespan,
    "How long an access token is valid at most that a client gets for another token.",
    reloadable,
  ),
  "ttl.grants.token_exchange.id_jag": setting(
    lifespan,
    "5m",
    "How long an identity assertion (ID-JAG) for another authorization server is valid.",
    reloadable,
  ),
};
