import { renderReference } from "../config/reference.ts";
import { renderErrorReference } from "./errors.ts";
import { renderMetricsReference } from "./metrics.ts";

/** The pages of docs/ that are made from tables, by their names. */
export const pages: Readonly<Record<string, () => string>> = {
  "settings.md": renderReference,
  "metrics.md": renderMetricsReference,
  "errors.md": renderErrorReference,
};
