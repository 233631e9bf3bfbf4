import type { FeatureContext } from "../../feature/feature.ts";
import type { Deliveries } from "../../store/port/outbox.ts";
import type { backchannelSettings } from "./settings.ts";
import type { BackchannelDelivery, BackchannelRequests } from "./store.ts";

/** What the endpoints of this feature are given. */
export type BackchannelContext = FeatureContext<
  "backchannel",
  BackchannelPart,
  typeof backchannelSettings
>;

interface BackchannelPart {
  readonly requests: BackchannelRequests;
  /** The outbox of notifications. */
  readonly deliveries: Deliveries<BackchannelDelivery>;
}
