import { show } from "./kinds.ts";
import type { LoadedConfig } from "./load.ts";
import { loadYaml } from "./yaml.ts";

/** The effective settings as YAML, with secrets masked. A value that is not the default has its source in a comment. */
export function renderConfig({ config, sources, table }: LoadedConfig): string {
  const values: Readonly<Record<string, unknown>> = config;
  return Object.entries(table.rows)
    .map(([key, { kind }]) => line(key, show(kind, values[key]), sources[key]))
    .join("");
}

function line(key: string, value: unknown, source: string | undefined): string {
  const text = `${key}: ${loadYaml().stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim()}`;
  return source === undefined ? `${text}\n` : `${text} # ${source}\n`;
}
