import type { FeatureContext } from "../../feature/feature.ts";
import type { supportSettings } from "./settings.ts";

/** The context of the core, with the settings of this feature. */
export type SupportContext = FeatureContext<never, never, typeof supportSettings>;
