import { lifespan } from "../../config/duration.ts";
import { reloadable, setting } from "../../config/setting.ts";

export const operatorSettings = {
  "ttl.operator_session": setting(
    lifespan,
    "8h",
    "How long a user stays signed in to the console or the command.",
    reloadable,
  ),
};
