import { type Config, migrate } from "@latchkey/server";

import type { Command } from "../arguments/command.ts";
import { settingsNote, settingsOptions, readSettings } from "../arguments/settings-flags.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { type Progress, startProgress } from "../output/progress.ts";
import type { ProcessIo } from "../process-io.ts";

/** `latchkey migrate sql`: to be run before a new version starts. Idempotent. */
export const migrateSql: Command = {
  usage: "[dsn] [flags]",
  options: {
    ...settingsOptions,
    yes: { type: "boolean", short: "y" }, // Accepted for compatibility with Ory Hydra; there is no prompt.
    "read-from-env": { type: "boolean", short: "e" }, // Likewise; the environment is always read.
  },
  max_arguments: 1,
  note: settingsNote,
  examples: [
    "latchkey migrate sql",
    "latchkey migrate sql sqlite://./data/latchkey.sqlite",
    "DSN=postgres://latchkey@db/latchkey latchkey migrate sql",
  ],
  run: async (args, io) => {
    const [dsn] = args.words;
    const loaded = readSettings(args, io, dsn === undefined ? {} : { dsn });
    if (loaded === undefined) return exitCodes.misconfigured;

    const applied = await migrateWithProgress(loaded.config, io);
    for (const name of applied) io.out(`applied ${name}\n`);
    if (applied.length === 0) io.out("The database is up to date.\n");
    return exitCodes.done;
  },
};

/** `latchkey migrate sql up`: the same, for scripts written for Ory Hydra v2. */
export const migrateSqlUp: Command = {
  ...migrateSql,
  examples: ["latchkey migrate sql up -e --yes"],
};

async function migrateWithProgress(config: Config, io: ProcessIo): Promise<readonly string[]> {
  let progress: Progress | undefined;
  try {
    const { applied } = await migrate(config, (done, planned) => {
      progress ??= startProgress("Migrating", planned, io);
      progress.at(done);
    });
    return applied;
  } finally {
    progress?.end();
  }
}
