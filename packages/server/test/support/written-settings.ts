import { features } from "../../../cli/src/features.ts";
import type { SettingsSource } from "../../src/config/reload.ts";
import { settingsTable } from "../../src/config/settings.ts";
import { checkConfig, loadConfig } from "../../src/process/composed-config.ts";
import { testConfig } from "./server.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Settings that a test writes anew while its server runs. */
export interface WrittenSettings {
  /** What the server starts with. */
  readonly settings: Settings;
  readonly settings_source: SettingsSource;
  /** Takes the place of those that it names. */
  readonly write: (next: Settings) => void;
}

/** For `startTestServer(settings, { settings_source })`. */
export function createWrittenSettings(given: Settings): WrittenSettings {
  const settings = {
    dsn: "memory",
    "secrets.system": ["a system secret for tests only"],
    "serve.limits.drain_delay": "0s",
    ...given,
  };
  let flags: Settings = settings;
  return {
    settings,
    settings_source: {
      config: testConfig(settings),
      table: settingsTable(features),
      read() {
        const loaded = loadConfig({ flags, features });
        return loaded.ok ? { ok: true, value: loaded.value.config } : loaded;
      },
      check: async (config) => checkConfig(config, "all", features),
    },
    write: (next) => void (flags = { ...flags, ...next }),
  };
}
