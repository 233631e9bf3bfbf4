import { features } from "../features.ts";
import { cleanDatabase, type Cleaning, type Config, MissingSchemaError } from "@latchkey/server";

import type { Arguments, Command } from "../arguments/command.ts";
import {
  readDatabaseSettings,
  settingsNote,
  settingsOptions,
} from "../arguments/settings-flags.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import { countOf, durationOf, isSet } from "../arguments/flags.ts";
import { formatOptions, showOne, type View } from "../output/format.ts";
import { startProgress, type Progress } from "../output/progress.ts";

/** `latchkey janitor`: deletes expired rows. Safe while servers are running. */
export const janitor: Command = {
  usage: "[dsn] [flags]",
  options: {
    ...settingsOptions,
    tokens: { type: "boolean", summary: "Only tokens and grants." },
    requests: { type: "boolean", summary: "Only login, consent and logout requests." },
    "keep-if-younger": {
      type: "text",
      default: "0",
      summary: "Keep rows that expired more recently than this.",
    },
    limit: { type: "text", default: "10000", summary: "Maximum number of rows to delete." },
    "batch-size": { type: "text", default: "100", summary: "Rows per statement." },
    ...formatOptions("table", "Print only the number."),
    "read-from-env": { type: "boolean", short: "e" }, // Accepted for compatibility with Ory Hydra; the environment is always read.
    "access-lifespan": { type: "text" }, // Accepted for compatibility; every row has its own expiry.
    "refresh-lifespan": { type: "text" },
    "consent-request-lifespan": { type: "text" },
  },
  max_arguments: 1,
  note: `Running servers delete expired data themselves. Use this for a database without a server, or to catch up.\n${settingsNote}`,
  examples: [
    "latchkey janitor",
    "latchkey janitor --tokens --keep-if-younger 24h --limit 1000000 --batch-size 1000",
    "DSN=postgres://latchkey@db/latchkey latchkey janitor",
  ],
  run: async (args, io) => {
    const loaded = readDatabaseSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    let progress: Progress | undefined;
    const onProgress = (removed: number, found: number): void => {
      progress ??= startProgress("Sweeping", found, io);
      progress.at(removed);
    };
    const removed = await clean(loaded.config, { ...cleaningOf(args), onProgress }).finally(() =>
      progress?.end(),
    );
    showOne({ removed }, removedView, args, io);
    return exitCodes.done;
  },
};

async function clean(config: Config, cleaning: Cleaning): Promise<number> {
  try {
    return await cleanDatabase(config, cleaning, { features });
  } catch (cause) {
    if (!(cause instanceof MissingSchemaError)) throw cause;
    throw new Failure(exitCodes.failed, `${cause.message} Run latchkey migrate sql first.`, {
      cause,
    });
  }
}

const removedView: View<{ removed: number }> = { REMOVED: ({ removed }) => String(removed) };

function cleaningOf(args: Arguments): Cleaning {
  const kinds = (["tokens", "requests"] as const).filter((kind) => isSet(args, kind));
  const sparedMs = durationOf(args, "keep-if-younger");
  return {
    expired_before: Math.floor((Date.now() - sparedMs) / 1000),
    batch_size: countOf(args, "batch-size", 1),
    limit: countOf(args, "limit", 1),
    ...(kinds.length > 0 && { kinds }),
  };
}
