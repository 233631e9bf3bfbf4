import { lifespan } from "../../config/duration.ts";
import { reloadable, setting } from "../../config/setting.ts";

export const supportSettings = {
  "ttl.support_access": setting(
    lifespan,
    "15m",
    "How long an access token is valid at most with which an operator acts for a user.",
    reloadable,
  ),
};
