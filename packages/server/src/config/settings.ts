import { limitSettings } from "./limit-settings.ts";
import { inspectorSettings, processSettings } from "./process-settings.ts";
import { protocolSettings } from "./protocol-settings.ts";
import { serveSettings } from "./serve-settings.ts";
import type { Setting } from "./setting.ts";
import { tracingSettings } from "./tracing-settings.ts";
import { workspaceSettings } from "./workspace-settings.ts";

/** All settings. The key is the same in a file, as a flag, in the docs and in the code. */
export const settings = {
  ...processSettings,
  ...tracingSettings,
  ...serveSettings,
  ...limitSettings,
  ...protocolSettings,
  ...workspaceSettings,
  ...inspectorSettings,
};

type Settings = typeof settings;

/** The name of a setting. */
export type Key = keyof Settings;

/** The parsed settings of a server. Durations are in seconds. */
export type Config = {
  readonly [K in Key]: Settings[K] extends Setting<infer Value> ? Value : never;
};

/** All keys, in the order of the table. */
export const keys: readonly Key[] = Object.keys(settings).filter(isKey);

/** Whether a word is the name of a setting. */
export function isKey(word: string): word is Key {
  return Object.hasOwn(settings, word);
}

/** The environment variable of a setting: `URLS_SELF_ISSUER` for `urls.self.issuer`. */
export function environmentName(key: Key): string {
  return settings[key].env ?? key.toUpperCase().replaceAll(/[.-]/g, "_");
}
