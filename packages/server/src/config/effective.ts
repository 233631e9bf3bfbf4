import { show, type Kind } from "./kinds.ts";
import type { LoadedConfig } from "./load.ts";
import { keys, settings, type Config, type Key } from "./settings.ts";
import { loadYaml } from "./yaml.ts";

/** The effective settings as YAML, secrets masked; what is no default says where it comes from. */
export function renderConfig({ config, sources }: LoadedConfig): string {
  const masked = maskConfig(config);
  return keys.map((key) => line(key, masked[key], sources[key])).join("");
}

/** Every setting with the value it has, as an operator would write it; secrets are masked. */
function maskConfig(config: Config): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    keys.map((key) => {
      const kind: Kind<unknown> = settings[key].kind;
      return [key, show(kind, config[key])];
    }),
  );
}

function line(key: Key, value: unknown, source: string | undefined): string {
  const said = `${key}: ${loadYaml().stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim()}`;
  return source === undefined ? `${said}\n` : `${said} # ${source}\n`;
}
