import { show, type Kind } from "./kinds.ts";
import type { LoadedConfig } from "./load.ts";
import { keys, settings, type Config, type SettingKey } from "./settings.ts";
import { loadYaml } from "./yaml.ts";

/** The effective settings as YAML, with secrets masked. A value that is not the default has its source in a comment. */
export function renderConfig({ config, sources }: LoadedConfig): string {
  const masked = maskConfig(config);
  return keys.map((key) => line(key, masked[key], sources[key])).join("");
}

/** All settings with their values, as an operator would write them; secrets are masked. */
function maskConfig(config: Config): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    keys.map((key) => {
      const kind: Kind<unknown> = settings[key].kind;
      return [key, show(kind, config[key])];
    }),
  );
}

function line(key: SettingKey, value: unknown, source: string | undefined): string {
  const text = `${key}: ${loadYaml().stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim()}`;
  return source === undefined ? `${text}\n` : `${text} # ${source}\n`;
}
