import type { FeatureContext } from "../../feature/feature.ts";
import type { deviceSettings } from "./settings.ts";
import type { DeviceAuthorizations } from "./store.ts";
import type { UserCodeBackoff } from "./user-code-backoff.ts";

/** What the endpoints of this feature are given. */
export type DeviceContext = FeatureContext<"device", DevicePart, typeof deviceSettings>;

interface DevicePart {
  readonly authorizations: DeviceAuthorizations;
  /** Limits guesses of user codes. */
  readonly guesses: UserCodeBackoff;
}
