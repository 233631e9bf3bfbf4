import {
  checkConfig,
  checkFiles,
  describeProblem,
  loadConfig,
  type LoadedConfig,
  type Planes,
  type Problem,
  type Result,
  type SettingsSource,
} from "@latchkey/server";

import { features, settings } from "../features.ts";
import type { Arguments, Option } from "./command.ts";
import { isSet } from "./flags.ts";
import type { ProcessIo } from "../process-io.ts";

const SQA = "sqa-opt-out";

/** Flags of commands that read settings: configuration files, and one flag per setting. */
export const settingsOptions: Readonly<Record<string, Option>> = {
  ...settingOptions(),
  config: { type: "text", short: "c", summary: "A YAML file with settings; a later one wins." },
  strict: {
    type: "boolean",
    summary: "Refuses settings of Ory Hydra that have no effect here, in place of a warning.",
  },
  [SQA]: { type: "boolean" }, // A flag of Ory Hydra, common in start scripts
};

/** One flag per setting. */
export function settingOptions(): Readonly<Record<string, Option>> {
  const rows = Object.entries(settings.rows);
  return Object.fromEntries(rows.map(([key, row]) => [key, { type: typeOf(row.default) }]));
}

/** The settings that were given as flags. */
export function settingFlags({ flags }: Arguments): Readonly<Record<string, string>> {
  const given = [...settings.keys, SQA].flatMap((key) => {
    const value = flags.get(key)?.at(-1);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(given);
}

export const settingsNote = `Every setting is a flag too, as in --ttl.id_token=2h, and an environment variable, as in TTL_ID_TOKEN=2h.
Run latchkey config --reference for all settings.`;

/** Loads the settings, and prints a warning for each that has no effect. On errors prints them all and returns undefined. */
export function readSettings(
  args: Arguments,
  io: ProcessIo,
  overrides: Readonly<Record<string, string>> = {},
): LoadedConfig | undefined {
  const loaded = loadSettings(args, io, overrides);
  if (loaded !== undefined) printWarnings(loaded.skipped, io);
  return loaded;
}

/** Loads the settings from files, environment and flags. On errors prints them all and returns undefined. */
export function loadSettings(
  args: Arguments,
  io: ProcessIo,
  overrides: Readonly<Record<string, string>> = {},
): LoadedConfig | undefined {
  const loaded = load(args, io, overrides);
  if (loaded.ok) return loaded.value;
  printProblems(loaded.error, io);
  return undefined;
}

function load(
  args: Arguments,
  io: Pick<ProcessIo, "env">,
  overrides: Readonly<Record<string, string>>,
): Result<LoadedConfig, readonly Problem[]> {
  return loadConfig({
    features,
    files: args.flags.get("config") ?? [],
    env: io.env,
    flags: { ...settingFlags(args), ...overrides },
    strict: isSet(args, "strict"),
  });
}

/** Where a running server reads its settings again: the same files, and the environment and flags that it was started with. */
export function settingsSource(
  args: Arguments,
  io: Pick<ProcessIo, "env">,
  { loaded, planes, overrides }: StartedWith,
): SettingsSource {
  return {
    config: loaded.config,
    table: loaded.table,
    read() {
      const found = load(args, io, overrides);
      return found.ok ? { ok: true, value: found.value.config } : found;
    },
    check: async (config) => [
      ...checkConfig(config, planes, features),
      ...(await checkFiles(config, features)),
    ],
  };
}

/** What a server was started with. */
interface StartedWith {
  readonly loaded: LoadedConfig;
  readonly planes: Planes;
  readonly overrides: Readonly<Record<string, string>>;
}

/** The same for a command whose first argument, if there is one, is the dsn. */
export function readDatabaseSettings(args: Arguments, io: ProcessIo): LoadedConfig | undefined {
  const [dsn] = args.words;
  return readSettings(args, io, dsn === undefined ? {} : { dsn });
}

/** Checks that a server can start with these settings, and prints what prevents it, with problems that were found already. */
export function checkSettings(
  { config }: LoadedConfig,
  planes: Planes,
  io: ProcessIo,
  found: readonly Problem[] = [],
): boolean {
  const problems = [...checkConfig(config, planes, features), ...found];
  if (problems.length > 0) printProblems(problems, io);
  return problems.length === 0;
}

function printProblems(problems: readonly Problem[], io: ProcessIo): void {
  io.err(problems.map((problem) => `${describeProblem(problem)}\n`).join(""));
}

function printWarnings(skipped: readonly Problem[], io: ProcessIo): void {
  if (skipped.length === 0) return;
  io.err(skipped.map((problem) => `Warning: ${describeProblem(problem)}\n`).join(""));
}

function typeOf(written: unknown): Option["type"] {
  return typeof written === "boolean" ? "boolean" : "text";
}
