import { cleanDatabase, type Cleaning, type Config } from "@latchkey/server";

import type { Arguments, Command } from "./command.ts";
import { configurationNote, configurationOptions, readConfiguration } from "./configuration.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { countOf, durationOf, isSaid } from "./flags.ts";
import { formatOptions, showOne, type View } from "./format.ts";
import { startProgress, type Progress } from "./progress.ts";

/** `latchkey janitor`: removes expired rows, whether or not a server runs on the database. */
export const janitor: Command = {
  usage: "[dsn] [flags]",
  options: {
    ...configurationOptions,
    tokens: { type: "boolean", summary: "Only tokens and grants." },
    requests: { type: "boolean", summary: "Only login, consent and logout requests." },
    "keep-if-younger": {
      type: "text",
      default: "0",
      summary: "Spares what expired less long ago than this.",
    },
    limit: { type: "text", default: "10000", summary: "How many rows to remove at most." },
    "batch-size": { type: "text", default: "100", summary: "How many rows of a table at a time." },
    ...formatOptions("table", "Prints the number alone."),
    "read-from-env": { type: "boolean", short: "e" }, // the environment is always read
    "access-lifespan": { type: "text" }, // every row knows its own end
    "refresh-lifespan": { type: "text" },
    "consent-request-lifespan": { type: "text" },
  },
  most_words: 1,
  note: `A server sweeps by itself: this is for databases that none runs on, and for catching up.\n${configurationNote}`,
  examples: [
    "latchkey janitor",
    "latchkey janitor --tokens --keep-if-younger 24h --limit 1000000 --batch-size 1000",
    "DSN=postgres://latchkey@db/latchkey latchkey janitor",
  ],
  run: async (given, world) => {
    const [dsn] = given.words;
    const loaded = readConfiguration(given, world, dsn === undefined ? {} : { dsn });
    if (loaded === undefined) return exitCodes.misconfigured;
    let progress: Progress | undefined;
    const onProgress = (removed: number, found: number): void => {
      progress ??= startProgress("Sweeping", found, world);
      progress.at(removed);
    };
    const removed = await clean(loaded.config, { ...cleaningOf(given), onProgress }).finally(() =>
      progress?.end(),
    );
    showOne({ removed }, removedView, "table", given, world);
    return exitCodes.done;
  },
};

async function clean(config: Config, cleaning: Cleaning): Promise<number> {
  try {
    return await cleanDatabase(config, cleaning);
  } catch (cause) {
    if (!/no such table|relation .* does not exist/.test(String(cause))) throw cause;
    throw new Failure(
      exitCodes.failed,
      "The database has none of our tables yet, or not all of them: latchkey migrate sql makes them.",
      { cause },
    );
  }
}

const removedView: View<{ removed: number }> = { REMOVED: ({ removed }) => String(removed) };

function cleaningOf(given: Arguments): Cleaning {
  const kinds = (["tokens", "requests"] as const).filter((kind) => isSaid(given, kind));
  const spared_ms = durationOf(given, "keep-if-younger", 0);
  return {
    expired_before: Math.floor((Date.now() - spared_ms) / 1000),
    batch_size: countOf(given, "batch-size", 100, 1),
    limit: countOf(given, "limit", 10_000, 1),
    ...(kinds.length > 0 && { kinds }),
  };
}
