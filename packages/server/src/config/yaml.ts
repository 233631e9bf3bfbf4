import { createRequire } from "node:module";
import type * as Yaml from "yaml";

const load: (name: "yaml") => typeof Yaml = createRequire(import.meta.url);

/** The YAML library, loaded when there is a file to read or write: most starts have none. */
export function loadYaml(): typeof Yaml {
  return load("yaml");
}
