import { createRequire } from "node:module";
import type * as Yaml from "yaml";

const load: (name: "yaml") => typeof Yaml = createRequire(import.meta.url);

/**
 * Formats a value as YAML. The 1.1 schema quotes every string that a YAML 1.1 or 1.2 parser could read as another type, such as
 * `no` or a date. The library is loaded on first use: most commands print no YAML.
 */
export function toYaml(value: unknown): string {
  return load("yaml").stringify(value, {
    schema: "yaml-1.1",
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });
}
