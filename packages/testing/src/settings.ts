import { checkConfig, type Config, describeProblem, loadConfig } from "@latchkey/server/testing";
import { features } from "./features.ts";

/** Settings that a server cannot start with. The message names each. */
export class SettingsError extends TypeError {
  override readonly name = "SettingsError";
}

/** The settings of a test server. */
export function readSettings(settings: Readonly<Record<string, unknown>>): Config {
  const loaded = loadConfig({ features, flags: { ...defaults, ...settings } });
  const problems = loaded.ok ? checkConfig(loaded.value.config, "all", features) : loaded.error;
  if (!loaded.ok || problems.length > 0)
    throw new SettingsError(problems.map(describeProblem).join("\n"));
  return loaded.value.config;
}

const defaults = {
  dsn: "memory",
  "log.level": "error",
  "secrets.system": ["a secret of test servers, known to everyone"],
};
