import { createRequire } from "node:module";

const load: (name: "yaml") => typeof import("yaml") = createRequire(import.meta.url);

/** The YAML library, loaded by whoever has a file to read or write: most starts have none. */
export function loadYaml(): typeof import("yaml") {
  return load("yaml");
}
