import { inspectorSettings } from "./inspector-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { processSettings } from "./process-settings.ts";
import { protocolSettings } from "./protocol-settings.ts";
import { serveSettings } from "./serve-settings.ts";
import type { Setting } from "./setting.ts";
import { tracingSettings } from "./tracing-settings.ts";
import { workspaceSettings } from "./workspace-settings.ts";

/** Every setting there is: the key in the YAML, as a flag, in the docs and in the code is the same word. */
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

/** What the server runs with: every key, parsed. Durations are in seconds. */
export type Config = {
  readonly [K in Key]: Settings[K] extends Setting<infer Value> ? Value : never;
};

/** Every key, in the order of the table. */
export const keys: readonly Key[] = Object.keys(settings).filter(isKey);

/** Whether a word is the name of a setting. */
export function isKey(word: string): word is Key {
  return Object.hasOwn(settings, word);
}

/** The environment variable a setting is read from: `urls.self.issuer` is `URLS_SELF_ISSUER`. */
export function environmentName(key: Key): string {
  return settings[key].env ?? key.toUpperCase().replaceAll(/[.-]/g, "_");
}
