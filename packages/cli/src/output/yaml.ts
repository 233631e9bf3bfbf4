import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { escaped, hasHidden } from "./text-width.ts";

const load: (name: "yaml") => typeof Yaml = createRequire(import.meta.url);

/** The library, loaded on first use: most commands neither read nor print YAML. */
export function loadYaml(): typeof Yaml {
  return load("yaml");
}

/**
 * Formats a value as YAML. The 1.1 schema quotes every string that a YAML 1.1 or 1.2 parser could read as another type, such as
 * `no` or a date.
 */
export function toYaml(value: unknown): string {
  const { Document, visit } = loadYaml();
  const document = new Document(value, { schema: "yaml-1.1", aliasDuplicateObjects: false });
  // Only double quotes allow escapes.
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && hasHidden(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return escaped(document.toString({ lineWidth: 0 }));
}
