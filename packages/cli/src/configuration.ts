import {
  checkConfig,
  describeProblem,
  keys,
  loadConfig,
  settings,
  type LoadedConfig,
  type Planes,
  type Problem,
} from "@latchkey/server";

import type { Arguments, Option } from "./command.ts";
import { isSaid } from "./flags.ts";
import type { World } from "./world.ts";

const SQA = "sqa-opt-out";

/** The flags of every command that reads settings: the files, and each setting by its own name. */
export const configurationOptions: Readonly<Record<string, Option>> = {
  ...Object.fromEntries(keys.map((key) => [key, { type: typeOf(settings[key].default) }])),
  config: { type: "text", short: "c", summary: "A YAML file with settings; a later one wins." },
  strict: {
    type: "boolean",
    summary: "Refuses settings of Ory Hydra that have no effect here, in place of a warning.",
  },
  [SQA]: { type: "boolean" }, // Ory Hydra's, in many a start script
};

/** What help says about them. */
export const configurationNote = `Every setting is a flag too, as in --ttl.id_token=2h, and an environment variable, as in TTL_ID_TOKEN=2h.
latchkey config --reference tells them all.`;

/** The settings as files, environment and flags say them, after a warning of what was skipped. Undefined after every problem was told. */
export function readConfiguration(
  given: Arguments,
  world: World,
  overrides: Readonly<Record<string, string>> = {},
): LoadedConfig | undefined {
  const said = [...keys, SQA].flatMap((key) => {
    const value = given.flags.get(key)?.at(-1);
    return value === undefined ? [] : [[key, value] as const];
  });
  const files = given.flags.get("config") ?? [];
  const loaded = loadConfig({
    files,
    env: world.env,
    flags: { ...Object.fromEntries(said), ...overrides },
    strict: isSaid(given, "strict"),
  });
  if (loaded.ok) {
    warnOf(loaded.value.skipped, world);
    return loaded.value;
  }
  tellProblems(loaded.error, world);
  return undefined;
}

/** Whether a server may start with these settings. Tells what stands against it. */
export function mayStart({ config }: LoadedConfig, planes: Planes, world: World): boolean {
  const problems = checkConfig(config, planes);
  if (problems.length > 0) tellProblems(problems, world);
  return problems.length === 0;
}

function tellProblems(problems: readonly Problem[], world: World): void {
  world.err(problems.map((problem) => `${describeProblem(problem)}\n`).join(""));
}

function warnOf(skipped: readonly Problem[], world: World): void {
  if (skipped.length === 0) return;
  world.err(skipped.map((problem) => `Warning: ${describeProblem(problem)}\n`).join(""));
}

function typeOf(written: unknown): Option["type"] {
  return typeof written === "boolean" ? "boolean" : "text";
}
