import type { Setting } from "./setting.ts";
import { clientIdMetadataDocumentSettings } from "./settings/client-id-metadata-documents.ts";
import { discoverySettings } from "./settings/discovery.ts";
import { inspectorSettings } from "./settings/inspector.ts";
import { lifespanSettings } from "./settings/lifespans.ts";
import { limitSettings } from "./settings/limits.ts";
import { oauth2Settings } from "./settings/oauth2.ts";
import { openidSettings } from "./settings/openid.ts";
import { processSettings } from "./settings/process.ts";
import { registrationSettings } from "./settings/registration.ts";
import { serveSettings } from "./settings/serve.ts";
import { tokenHookSettings } from "./settings/token-hooks.ts";
import { tracingSettings } from "./settings/tracing.ts";
import { urlSettings } from "./settings/urls.ts";
import { workspaceSettings } from "./settings/workspace.ts";

/** All settings. The key is the same in a file, as a flag, in the docs and in the code. */
export const settings = {
  ...processSettings,
  ...tracingSettings,
  ...serveSettings,
  ...limitSettings,
  ...urlSettings,
  ...lifespanSettings,
  ...oauth2Settings,
  ...clientIdMetadataDocumentSettings,
  ...tokenHookSettings,
  ...registrationSettings,
  ...openidSettings,
  ...discoverySettings,
  ...workspaceSettings,
  ...inspectorSettings,
};

type Settings = typeof settings;

/** The name of a setting. */
export type SettingKey = keyof Settings;

/** The parsed settings of a server. Durations are in seconds. */
export type Config = {
  readonly [K in SettingKey]: Settings[K] extends Setting<infer Value> ? Value : never;
};

/** All keys, in the order of the table. */
export const keys: readonly SettingKey[] = Object.keys(settings).filter(isSettingKey);

/** Whether a word is the name of a setting. */
export function isSettingKey(word: string): word is SettingKey {
  return Object.hasOwn(settings, word);
}

/** The environment variable of a setting: `URLS_SELF_ISSUER` for `urls.self.issuer`. */
export function environmentName(key: SettingKey): string {
  return settings[key].env ?? key.toUpperCase().replaceAll(/[.-]/g, "_");
}
