import { lifespan } from "../../config/duration.ts";
import { boolean } from "../../config/kinds.ts";
import { type ConfigOf, reloadable, setting } from "../../config/setting.ts";
import type { Config } from "../../config/settings.ts";

export const signalsSettings = {
  "signals.streams": setting(
    boolean,
    true,
    "Whether clients with the scope ssf.manage may have a stream of Shared Signals.",
  ),
  "signals.heartbeat": setting(
    lifespan,
    "24h",
    "How long a push stream may be without an accepted event before the server sends a verification event.",
    reloadable,
  ),
  "signals.inactivity_timeout": setting(
    lifespan,
    "720h",
    "How long a stream stays enabled without a request of its receiver, or a push that it accepts. Then it is paused.",
    reloadable,
  ),
};

export type SignalsConfig = Config & ConfigOf<typeof signalsSettings>;
