import { readFileSync } from "node:fs";

import { err, ok, type Result } from "../result.ts";
import type { Assignment } from "./assignment.ts";
import { defaultTls, findGeneration, type HydraGeneration } from "./hydra/generation.ts";
import { readHydraKey, readHydraVariable } from "./hydra/settings.ts";
import { translateTracing } from "./hydra/tracing.ts";
import { nearest } from "./nearest.ts";
import type { Problem } from "./problem.ts";
import type { Config, SettingsTable } from "./settings.ts";
import { readSettingsFile } from "./settings-file.ts";

/** Where settings are read from. Later sources override earlier ones: files in their order, environment, flags. */
export interface ConfigSources {
  readonly files?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** By key, as in `--ttl.id_token=2h`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly read?: (path: string) => string;
  /** Whether settings of Ory Hydra that have no effect here are problems. */
  readonly strict?: boolean;
}

/** The settings, and the source of each that is not a default. */
export interface LoadedConfig {
  readonly config: Config;
  /** What the settings of this server are. */
  readonly table: SettingsTable;
  readonly sources: Readonly<Partial<Record<string, string>>>;
  /** Settings of Ory Hydra that were skipped, because they have no effect here. */
  readonly skipped: readonly Problem[];
  /** What of the settings was written for Ory Hydra. */
  readonly hydra: HydraSettings;
}

/** The generation that settings were written for, and the settings that have another name here. */
interface HydraSettings extends HydraGeneration {
  readonly renamed: readonly { readonly key: string; readonly same_as: string }[];
}

/**
 * Loads the settings, or returns all problems with them. A file for Ory Hydra is accepted: settings without an effect here are
 * skipped and listed.
 */
export function loadConfig(
  from: ConfigSources,
  table: SettingsTable,
): Result<LoadedConfig, readonly Problem[]> {
  const { files = [], env = {}, flags = {}, read = readText, strict = false } = from;
  const problems: Problem[] = [];
  const assignments: Assignment[] = [];
  for (const file of files) {
    const found = readSettingsFile(file, read, table);
    if (found.ok) assignments.push(...found.value);
    else problems.push(found.error);
  }
  assignments.push(...environmentAssignments(env, table));
  // Flags tell no generation: those of Hydra are few.
  const generation = findGeneration(assignments, table);
  assignments.push(...flagAssignments(flags));
  const tlsByDefault = defaultTls(generation, assignments, table);
  if (tlsByDefault !== undefined) assignments.unshift(tlsByDefault);

  const assigned = new Map<string, Assignment>();
  const skipped = new Map<string, Problem>();
  for (const assignment of translateTracing(assignments)) {
    const { key, source } = assignment;
    if (key === "version") continue; // It tells the generation.
    const hydra = table.has(key) ? { same_as: key } : readHydraKey(key, table);
    if (hydra === undefined) problems.push(unknownKey(assignment, table));
    else if ("same_as" in hydra) assigned.set(hydra.same_as, { written_as: key, ...assignment });
    else skipped.set(key, { key, source, message: `has no effect here: ${hydra.instead}` });
  }
  if (strict) problems.push(...skipped.values());
  const values: Record<string, unknown> = {};
  for (const [key, { kind, default: written }] of Object.entries(table.rows)) {
    const assignment = assigned.get(key);
    const result = kind.parse(assignment === undefined ? written : assignment.value);
    if (result.ok) values[key] = result.value;
    else problems.push({ key, source: assignment?.source ?? "its default", message: result.error });
  }
  if (problems.length > 0 || !isComplete(values, table)) return err(problems);
  const sources = Object.fromEntries([...assigned].map(([key, { source }]) => [key, source]));
  const renamed = [...assigned].flatMap(([same_as, { written_as: key }]) =>
    key === undefined || key === same_as ? [] : [{ key, same_as }],
  );
  const hydra = { ...generation, renamed };
  return ok({ config: values, table, sources, skipped: [...skipped.values()], hydra });
}

function environmentAssignments(
  env: NonNullable<ConfigSources["env"]>,
  table: SettingsTable,
): readonly Assignment[] {
  const own = table.keys.map((key) => [key, table.environmentName(key)] as const);
  const hydra = Object.keys(env).flatMap((name) => {
    const key = readHydraVariable(name, table);
    return key === undefined ? [] : [[key, name] as const];
  });
  // A setting under its own name overrides one under the name that Hydra has for it.
  return [...hydra, ...own].flatMap(([key, name]) => {
    const value = env[name];
    // An empty variable counts as not set.
    return value === undefined || value === "" ? [] : [{ key, value, source: `$${name}` }];
  });
}

function flagAssignments(flags: NonNullable<ConfigSources["flags"]>): readonly Assignment[] {
  return Object.entries(flags).map(([key, value]) => ({ key, value, source: `--${key}` }));
}

function unknownKey({ key, source }: Assignment, { keys }: SettingsTable): Problem {
  if (keys.some((known) => known.startsWith(`${key}.`))) {
    return { key, source, message: "is a section: write its settings below it" };
  }
  const guess = nearest(key, keys);
  const hint =
    guess === undefined ? "latchkey config --reference lists them" : `nearest is ${guess}`;
  return { key, source, message: `is not a setting: ${hint}` };
}

/** Each value was parsed by the kind of its key, so an object with all keys is a Config. */
function isComplete(
  values: Record<string, unknown>,
  { keys }: SettingsTable,
): values is Config & Record<string, unknown> {
  return keys.every((key) => Object.hasOwn(values, key));
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}
