import type { FeatureContext } from "../../feature/feature.ts";
import type { countAttempts } from "./metrics.ts";
import type { signalsSettings } from "./settings.ts";
import type { Deliveries } from "./store/deliveries.ts";
import type { Receivers } from "./store/receivers.ts";

/** What the endpoints and jobs of this feature are given. */
export type SignalsContext = FeatureContext<"signals", SignalsPart, typeof signalsSettings>;

interface SignalsPart {
  readonly receivers: Receivers;
  /** The outbox of events. */
  readonly deliveries: Deliveries;
  readonly counters: ReturnType<typeof countAttempts>;
}
