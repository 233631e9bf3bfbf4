import { readFileSync } from "node:fs";

import { err, ok, type Result } from "../oauth/result.ts";
import { readHydraKey } from "./hydra-settings.ts";
import { nearest } from "./nearest.ts";
import type { Problem } from "./problem.ts";
import { environmentName, isKey, keys, settings, type Config, type Key } from "./settings.ts";
import type { Setting } from "./setting.ts";
import { readSettingsFile, type Statement } from "./settings-file.ts";

/** Where settings may be said. A later place wins over an earlier one: files in their order, environment, flags. */
export interface Places {
  readonly files?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** By key, as in `--ttl.id_token=2h`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly read?: (path: string) => string;
  /** Whether settings of Ory Hydra that have no effect here are problems. */
  readonly strict?: boolean;
}

/** The settings, and where each that is not a default came from. */
export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Readonly<Partial<Record<Key, string>>>;
  /** Settings of Ory Hydra that were skipped, because they have no effect here. */
  readonly skipped: readonly Problem[];
}

/**
 * Puts the settings together, or tells everything that is wrong with them at once. A file written for Ory Hydra will do: what
 * has no effect here is skipped and named.
 */
export function loadConfig(places: Places): Result<LoadedConfig, readonly Problem[]> {
  const { files = [], env = {}, flags = {}, read = readText, strict = false } = places;
  const problems: Problem[] = [];
  const statements: Statement[] = [];
  for (const file of files) {
    const said = readSettingsFile(file, read);
    if (said.ok) statements.push(...said.value);
    else problems.push(said.error);
  }
  statements.push(...environmentStatements(env), ...flagStatements(flags));

  const said = new Map<Key, Statement>();
  const skipped = new Map<string, Problem>();
  for (const statement of statements) {
    const { key, source } = statement;
    const hydra = isKey(key) ? { same_as: key } : readHydraKey(key);
    if (hydra === undefined) problems.push(unknownKey(statement));
    else if ("same_as" in hydra) said.set(hydra.same_as, statement);
    else skipped.set(key, { key, source, message: `has no effect here: ${hydra.instead}` });
  }
  if (strict) problems.push(...skipped.values());
  const values: Record<string, unknown> = {};
  for (const key of keys) {
    const { kind, default: written }: Setting<unknown> = settings[key];
    const statement = said.get(key);
    const result = kind.parse(statement === undefined ? written : statement.value);
    if (result.ok) values[key] = result.value;
    else problems.push({ key, source: statement?.source ?? "its default", message: result.error });
  }
  if (problems.length > 0 || !isWhole(values)) return err(problems);
  const sources = Object.fromEntries([...said].map(([key, { source }]) => [key, source]));
  return ok({ config: values, sources, skipped: [...skipped.values()] });
}

function environmentStatements(env: NonNullable<Places["env"]>): readonly Statement[] {
  return keys.flatMap((key) => {
    const name = environmentName(key);
    const value = env[name];
    // An empty variable is how a shell says that it is not set.
    return value === undefined || value === "" ? [] : [{ key, value, source: `$${name}` }];
  });
}

function flagStatements(flags: NonNullable<Places["flags"]>): readonly Statement[] {
  return Object.entries(flags).map(([key, value]) => ({ key, value, source: `--${key}` }));
}

function unknownKey({ key, source }: Statement): Problem {
  if (keys.some((known) => known.startsWith(`${key}.`))) {
    return { key, source, message: "holds other settings: write them below it" };
  }
  const guess = nearest(key, keys);
  const hint =
    guess === undefined ? "latchkey config --reference lists them" : `nearest is ${guess}`;
  return { key, source, message: `is not a setting: ${hint}` };
}

/** Each value was parsed by the kind of its own key, so together they are a configuration. */
function isWhole(values: Record<string, unknown>): values is Config {
  return keys.every((key) => Object.hasOwn(values, key));
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}
