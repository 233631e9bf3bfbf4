import {
  type Config,
  migrate,
  migrationStatus,
  partition,
  PartitioningError,
  type PartitionLayout,
  partitionLayouts,
  PlacementError,
  placementStatus,
  type TablePlacement,
} from "@latchkey/server";

import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import {
  readDatabaseSettings,
  settingsNote,
  settingsOptions,
} from "../arguments/settings-flags.ts";
import { features } from "../features.ts";
import { isSet } from "../arguments/flags.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import { formatOf, formatOptions, showList, type View } from "../output/format.ts";
import { type Progress, startProgress } from "../output/progress.ts";
import type { ProcessIo } from "../process-io.ts";
import { showPlan } from "./migration-plan.ts";
import { formatTime } from "./tokens/format-time.ts";

/** `latchkey migrate --plan`: reads only. */
export const migratePlan: Command = {
  usage: "[dsn] [flags]",
  options: { ...settingsOptions, ...formatOptions("table") },
  max_arguments: 1,
  note: `For each statement of a pending migration: how large its table is, which lock it takes, which requests wait for it, and for how long at most. Sizes are estimates on PostgreSQL, and counted on SQLite.\n${settingsNote}`,
  examples: [
    "latchkey migrate --plan",
    "latchkey migrate --plan sqlite://./data/latchkey.sqlite",
    "DSN=postgres://latchkey@db/latchkey latchkey migrate --plan -o json",
  ],
  run: async (args, io) => {
    const loaded = readDatabaseSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    await showPlan(loaded.config, args, io);
    return exitCodes.done;
  },
};

/** `latchkey migrate sql`: to be run before a new version starts. Idempotent. */
export const migrateSql: Command = {
  usage: "[dsn] [flags]",
  options: {
    ...settingsOptions,
    plan: {
      type: "boolean",
      summary: "Shows what would be locked and for how long, as migrate --plan does.",
    },
    ...formatOptions("table"), // Of the plan.
    distributed: {
      type: "boolean",
      summary: "Place the tables on the nodes of a PostgreSQL database with the extension Citus.",
    },
    yes: { type: "boolean", short: "y" }, // Accepted for compatibility with Ory Hydra; there is no prompt.
    "read-from-env": { type: "boolean", short: "e" }, // Likewise; the environment is always read.
    partitioned: {
      type: "boolean",
      summary:
        "Also partition the tables that grow with traffic by the time at which rows expire, on PostgreSQL. Servers may run meanwhile.",
    },
  },
  max_arguments: 1,
  note: `A database whose tables were placed with --distributed once stays so: later migrations place theirs.\n${settingsNote}`,
  examples: [
    "latchkey migrate sql",
    "latchkey migrate sql sqlite://./data/latchkey.sqlite",
    "DSN=postgres://latchkey@db/latchkey latchkey migrate sql",
    "latchkey migrate sql --plan",
    "latchkey migrate sql postgres://latchkey@coordinator/latchkey --distributed",
    "DSN=postgres://latchkey@db/latchkey latchkey migrate sql --partitioned",
  ],
  run: async (args, io) => {
    const [word] = args.words;
    // `down` and `status` of Ory Hydra v2.
    if (word !== undefined && /^[a-z]+$/.test(word) && word !== "memory")
      throw new UsageError(
        `latchkey migrate sql takes a dsn, not ${word}. Migrations are applied and never reverted; latchkey migrate status lists them.`,
      );
    const loaded = readDatabaseSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;
    if (isSet(args, "plan")) {
      await showPlan(loaded.config, args, io);
      return exitCodes.done;
    }

    const applied = await migrateWithProgress(loaded.config, args, io);
    for (const name of applied) io.out(`applied ${name}\n`);
    if (applied.length === 0) io.out("The database is up to date.\n");
    return isSet(args, "partitioned") ? partitionTables(loaded.config, io) : exitCodes.done;
  },
};

/** `latchkey migrate sql up`: the same, for scripts written for Ory Hydra v2. */
export const migrateSqlUp: Command = {
  ...migrateSql,
  examples: ["latchkey migrate sql up -e --yes"],
};

/** `latchkey migrate status`: reads only. */
export const migrateStatus: Command = {
  usage: "[dsn] [flags]",
  options: {
    ...settingsOptions,
    ...formatOptions("table", "Print only the names of pending migrations."),
    "read-from-env": { type: "boolean", short: "e" }, // Accepted for compatibility with Ory Hydra; the environment is always read.
  },
  max_arguments: 1,
  note: `A migration is applied, pending, or unknown: applied by another version. Nothing is changed or created.\n${settingsNote}`,
  examples: [
    "latchkey migrate status",
    "latchkey migrate status sqlite://./data/latchkey.sqlite --format json",
    "DSN=postgres://latchkey@db/latchkey latchkey migrate status --quiet",
  ],
  run: async (args, io) => {
    const loaded = readDatabaseSettings(args, io);
    if (loaded === undefined) return exitCodes.misconfigured;

    const placements = await placementStatus(loaded.config, { features });
    const all = (await migrationStatus(loaded.config, { features })).map(
      ({ applied_at, ...migration }) => ({
        ...migration,
        ...(applied_at !== undefined && { applied_at: formatTime(applied_at) }),
        ...(placements.length > 0 && { tables: tablesOf(migration.name, placements) }),
      }),
    );
    const pending = all.filter(({ status }) => status === "pending");
    const items = isSet(args, "quiet") ? pending : all;
    const layouts = await partitionLayouts(loaded.config);
    const hint = [hintAbout(pending.length), ...layouts.map(describeLayout)]
      .filter((sentence) => sentence !== undefined)
      .join("\n");
    const listing = { items, ...(hint !== "" && { hint }) };
    showList(listing, { view: statusView, empty: "There are no migrations." }, args, io);
    if (placements.length > 0 && formatOf(args) === "table" && !isSet(args, "quiet"))
      showList(placements, { view: placementView }, args, io);
    return exitCodes.done;
  },
};

interface ShownStatus {
  readonly name: string;
  readonly status: string;
  readonly applied_at?: string;
}

const statusView: View<ShownStatus> = {
  NAME: ({ name }) => name,
  STATUS: ({ status }) => status,
  APPLIED: ({ applied_at = "" }) => applied_at,
};

const placementView: View<TablePlacement> = {
  TABLE: ({ table }) => table,
  PLACEMENT: ({ declared, placed }) =>
    placed === declared ? declared : `${placed ?? "not placed"}, should be ${declared}`,
};

/** Where the rows of the tables of a migration are, in a distributed database. */
function tablesOf(name: string, placements: readonly TablePlacement[]) {
  return placements.flatMap(({ migration, table, declared, placed = "not placed" }) =>
    migration === name ? [{ table, declared, placed }] : [],
  );
}

function hintAbout(pending: number): string | undefined {
  if (pending === 0) return undefined;
  const count = pending === 1 ? "1 migration is" : `${pending} migrations are`;
  return `${count} pending. Run latchkey migrate sql to apply ${pending === 1 ? "it" : "them"}.`;
}

async function partitionTables(config: Config, io: ProcessIo): Promise<ExitCode> {
  try {
    const onBlocked = (sentence: string): void => io.err(`${sentence}\n`);
    const partitioned = await partition(config, { features, onBlocked });
    for (const { table, width, earlier_until } of partitioned) {
      const kept =
        earlier_until === undefined
          ? ""
          : `; its rows are in a partition of their own, until ${formatTime(earlier_until)}`;
      io.out(`partitioned ${table}: windows of ${hours(width)}${kept}\n`);
    }
    if (partitioned.length === 0) io.out("The tables are partitioned already.\n");
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof PartitioningError)) throw error;
    io.err(`${error.message}\n`);
    return exitCodes.failed;
  }
}

function describeLayout({ table, windows, width, ahead, overdue }: PartitionLayout): string {
  const late = overdue > LATE ? `, the oldest over for ${hours(overdue)}` : "";
  return `${table} is partitioned: ${windows} windows of ${hours(width)}, ${ahead} ahead${late}.`;
}

/** A server drops a window a minute after its end. */
const LATE = 300;

function hours(seconds: number): string {
  const [count, unit] =
    seconds % 3_600 === 0 ? [seconds / 3_600, "hour"] : [Math.round(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

async function migrateWithProgress(
  config: Config,
  args: Arguments,
  io: ProcessIo,
): Promise<readonly string[]> {
  let progress: Progress | undefined;
  try {
    const { applied } = await migrate(config, {
      features,
      distributed: isSet(args, "distributed"),
      onProgress(done, planned) {
        progress ??= startProgress("Migrating", planned, io);
        progress.at(done);
      },
      onBlocked: (sentence) => io.err(`${sentence}\n`),
    });
    return applied;
  } catch (cause) {
    if (!(cause instanceof PlacementError)) throw cause;
    throw new Failure(exitCodes.failed, cause.message, { cause });
  } finally {
    progress?.end();
  }
}
