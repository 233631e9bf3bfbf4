import { type Config, migrate } from "@latchkey/server";

import type { Command } from "./command.ts";
import { configurationNote, configurationOptions, readConfiguration } from "./configuration.ts";
import { exitCodes } from "./exit-codes.ts";
import { type Progress, startProgress } from "./progress.ts";
import type { World } from "./world.ts";

/** `latchkey migrate sql`: run it before a new version serves; twice does no harm. */
export const migrateSql: Command = {
  usage: "[dsn] [flags]",
  options: {
    ...configurationOptions,
    yes: { type: "boolean", short: "y" }, // scripts for other servers say it; we never ask
    "read-from-env": { type: "boolean", short: "e" }, // likewise: the environment is always read
  },
  most_words: 1,
  note: configurationNote,
  examples: [
    "latchkey migrate sql",
    "latchkey migrate sql sqlite://./data/latchkey.sqlite",
    "DSN=postgres://latchkey@db/latchkey latchkey migrate sql",
  ],
  run: async (given, world) => {
    const [dsn] = given.words;
    const loaded = readConfiguration(given, world, dsn === undefined ? {} : { dsn });
    if (loaded === undefined) return exitCodes.misconfigured;

    const applied = await migrateInSight(loaded.config, world);
    for (const name of applied) world.out(`applied ${name}\n`);
    if (applied.length === 0) world.out("Nothing to do: the database is up to date.\n");
    return exitCodes.done;
  },
};

async function migrateInSight(config: Config, world: World): Promise<readonly string[]> {
  let progress: Progress | undefined;
  try {
    const { applied } = await migrate(config, (done, planned) => {
      progress ??= startProgress("Migrating", planned, world);
      progress.at(done);
    });
    return applied;
  } finally {
    progress?.end();
  }
}
