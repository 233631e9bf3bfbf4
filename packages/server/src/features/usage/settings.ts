import { lifespanOrNone } from "../../config/duration.ts";
import { setting } from "../../config/setting.ts";

export const usageSettings = {
  "usage.lifespan": setting(
    lifespanOrNone,
    "720h",
    "For how long the requests of clients are counted, by scope, redirect URI and what else their registration decides. 0 counts nothing.",
  ),
};
