import type { ConfigOf, SettingRows } from "./setting.ts";
import { discoverySettings } from "./settings/discovery.ts";
import { lifespanSettings } from "./settings/lifespans.ts";
import { keyRotationSettings } from "./settings/key-rotation.ts";
import { limitSettings } from "./settings/limits.ts";
import { oauth2Settings } from "./settings/oauth2.ts";
import { openidSettings } from "./settings/openid.ts";
import { processSettings } from "./settings/process.ts";
import { serveSettings } from "./settings/serve.ts";
import { signerSettings } from "./settings/signers.ts";
import { tokenHookSettings } from "./settings/token-hooks.ts";
import { tracingSettings } from "./settings/tracing.ts";
import { urlSettings } from "./settings/urls.ts";

/** The settings of the core. The key is the same in a file, as a flag, in the docs and in the code. */
const coreSettings = {
  ...processSettings,
  ...tracingSettings,
  ...serveSettings,
  ...limitSettings,
  ...urlSettings,
  ...lifespanSettings,
  ...oauth2Settings,
  ...tokenHookSettings,
  ...signerSettings,
  ...openidSettings,
  ...keyRotationSettings,
  ...discoverySettings,
};

/** The parsed settings of the core. A feature sees its own beside them: `ConfigOf`. Durations are in seconds. */
export type Config = ConfigOf<typeof coreSettings>;

/** The name of a setting of the core. */
export type SettingKey = keyof Config;

/** The settings of a server: those of the core and of its features. */
export interface SettingsTable {
  readonly rows: SettingRows;
  /** All keys, in the order of the table. */
  readonly keys: readonly string[];
  /** Whether a word is the name of a setting. */
  readonly has: (word: string) => boolean;
  /** The environment variable of a setting: `URLS_SELF_ISSUER` for `urls.self.issuer`. */
  readonly environmentName: (key: string) => string;
}

/** The settings of the core, and those of features. */
export function settingsTable(
  features: readonly { readonly settings?: SettingRows }[],
): SettingsTable {
  const rows: Record<string, SettingRows[string]> = { ...coreSettings };
  for (const [key, row] of features.flatMap(({ settings = {} }) => Object.entries(settings))) {
    if (Object.hasOwn(rows, key)) throw new Error(`Two settings have the name ${key}.`);
    rows[key] = row;
  }
  return {
    rows,
    keys: Object.keys(rows),
    has: (word) => Object.hasOwn(rows, word),
    environmentName: (key) => rows[key]?.env ?? key.toUpperCase().replaceAll(/[.-]/g, "_"),
  };
}
