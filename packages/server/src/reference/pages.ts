import { renderReference } from "../config/reference.ts";
import { renderEndpointReference } from "./endpoints.ts";
import { renderErrorReference } from "./errors.ts";
import { renderMetricsReference } from "./metrics.ts";

/** The pages of docs/ that are generated from tables, by file name. */
export const pages: Readonly<Record<string, () => string>> = {
  "settings.md": renderReference,
  "metrics.md": renderMetricsReference,
  "errors.md": renderErrorReference,
  "endpoints.md": renderEndpointReference,
};
