import { renderReference } from "../config/reference.ts";
import { settingsTable } from "../config/settings.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import { renderEndpointReference } from "./endpoints.ts";
import { renderErrorReference } from "./errors.ts";
import { renderMetricsReference } from "./metrics.ts";

/** The pages of docs/ that are generated from tables, by file name. */
export const pages: Readonly<Record<string, (features: readonly LoadedFeature[]) => string>> = {
  "settings.md": (features) => renderReference(settingsTable(features)),
  "metrics.md": renderMetricsReference,
  "errors.md": renderErrorReference,
  "endpoints.md": renderEndpointReference,
};
