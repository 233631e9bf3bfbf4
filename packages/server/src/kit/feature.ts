/** What the record of a feature in another package is made with: light, since commands that only read settings load it. */

export { url } from "../config/address-kinds.ts";
export { lifespanOrNever } from "../config/duration.ts";
export { boolean, integer, list, oneOf, port, text } from "../config/kinds.ts";
export { setting, unset } from "../config/setting.ts";
export {
  type FeatureCode,
  type FeatureContext,
  type FeatureEndpoint,
  defineFeature,
} from "../feature/feature.ts";
