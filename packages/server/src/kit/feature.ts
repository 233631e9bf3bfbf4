/** What the record of a feature in another package is made with: light, since commands that only read settings load it. */

export { url } from "../config/address-kinds.ts";
export { isDevelopment } from "../config/derived.ts";
export { duration, lifespan, lifespanOrNever } from "../config/duration.ts";
export { type Kind, boolean, integer, list, map, oneOf, port, text } from "../config/kinds.ts";
export type { Problem } from "../config/problem.ts";
export { serviceUrl } from "../config/secret-kinds.ts";
export { type ConfigOf, reloadable, type SettingRows, setting, unset } from "../config/setting.ts";
export type { Config } from "../config/settings.ts";
export type { Context, Ended } from "../context/context.ts";
export type { Predecessor } from "../context/predecessor.ts";
export {
  type BuiltInPages,
  type Feature,
  type FeatureCode,
  type FeatureContext,
  type FeatureEndpoint,
  type ReloadedPart,
  defineFeature,
} from "../feature/feature.ts";
