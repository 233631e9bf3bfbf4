import type { Database } from "../database/database.ts";
import { dialects } from "../database/dialects.ts";
import { LOCK_MS } from "./lock-waits.ts";
import { checkCompatible, readMigrationStatus } from "./migrate.ts";
import type { Migration } from "./migration.ts";
import { readSizes, type TableSize } from "./sizes.ts";
import { effectsOf, type StatementEffect, type TableLock } from "./statement-effects.ts";

/** What the pending migrations will do. */
export interface MigrationPlan {
  readonly database: "sqlite" | "postgres";
  /** For how long a migration waits for a lock, and requests may wait behind it, before it gives up and tries again. */
  readonly lock_wait_ms: number;
  readonly migrations: readonly PlannedMigration[];
}

/** A pending migration: one transaction, at whose end its locks are released. */
export interface PlannedMigration {
  readonly name: string;
  readonly statements: readonly PlannedStatement[];
  /** Whether it computes values of existing rows, which its statements do not show. */
  readonly fills_rows: boolean;
  /**
   * The servers that go on meanwhile and may share the database from then on: those of the version before, or only those that know
   * the migration `needs`. `unknown` where a statement has an unknown form, or may reject what such servers write.
   */
  readonly servers: "version before" | "needs" | "unknown";
  readonly needs?: string;
}

/** What a statement will do to the tables that are there. */
export interface PlannedStatement {
  readonly does: StatementEffect["does"] | "unknown";
  readonly table?: string;
  /** How large the table is; left out where it is new. */
  readonly size?: TableSize;
  readonly locks: readonly PlannedLock[];
  /** `milliseconds` whatever the table holds; `by rows`, in proportion to them; `unknown` for a statement of unknown form. */
  readonly takes: "milliseconds" | "by rows" | "unknown";
  /** For `by rows`: about how long, by the number of rows and `ROWS_PER_SECOND`. */
  readonly seconds?: number;
}

/** On SQLite the only lock is that of the whole file. */
type PlannedLock =
  | TableLock
  | { readonly table: "*"; readonly mode: "write lock of the file"; readonly blocks: "writes" };

/**
 * How many rows of a table an index is built of within a second, at the least: PostgreSQL 18 and SQLite 3.53 on two cores and a local
 * disk did about four times as many, of an index on a `bigint` or a short text.
 */
export const ROWS_PER_SECOND = 250_000;

/** Plans the pending migrations. It changes nothing, and rejects as they would where this version cannot use the database. */
export async function planMigrations(
  database: Pick<Database, "read"> | undefined,
  kind: MigrationPlan["database"],
  all: readonly Migration[],
): Promise<MigrationPlan> {
  if (database !== undefined) await checkCompatible(database, all);
  const status = await readMigrationStatus(database, all);
  const pending = new Set(status.flatMap((one) => (one.status === "pending" ? [one.name] : [])));
  const planned = all
    .filter(({ name }) => pending.has(name))
    .map((migration) => ({ migration, effects: effectsOf(migration.statements(dialects[kind])) }));
  const tables = new Set(planned.flatMap(({ effects }) => effects.flatMap(tablesOf)));
  const isNew = status.every((one) => one.status === "pending");
  const fileLocks = kind === "sqlite" ? (isNew ? [] : WHOLE_FILE) : undefined;
  const sizes = database === undefined ? new Map() : await readSizes(database, kind, [...tables]);
  return {
    database: kind,
    lock_wait_ms: LOCK_MS,
    migrations: planned.map(({ migration, effects }) => ({
      name: migration.name,
      statements: effects.map((effect) => planStatement(effect, sizes, fileLocks)),
      fills_rows: migration.fill !== undefined,
      servers: serversAfter(migration, effects),
      ...(migration.needs !== undefined && { needs: migration.needs }),
    })),
  };
}

const WHOLE_FILE: readonly PlannedLock[] = [
  { table: "*", mode: "write lock of the file", blocks: "writes" },
];

function planStatement(
  effect: StatementEffect | undefined,
  sizes: ReadonlyMap<string, TableSize>,
  of_file: readonly PlannedLock[] | undefined,
): PlannedStatement {
  // No server uses a table that an earlier pending migration creates.
  const locks = of_file ?? effect?.locks.filter(({ table }) => sizes.has(table)) ?? [];
  if (effect === undefined) return { does: "unknown", locks, takes: "unknown" };
  const { does, table, reads_rows } = effect;
  const size = sizes.get(table);
  return {
    does,
    table,
    ...(size !== undefined && { size }),
    locks,
    ...(reads_rows && size !== undefined
      ? { takes: "by rows", seconds: Math.ceil(size.rows / ROWS_PER_SECOND) }
      : { takes: "milliseconds" }),
  };
}

function tablesOf(effect: StatementEffect | undefined): readonly string[] {
  return effect === undefined ? [] : [effect.table, ...effect.locks.map(({ table }) => table)];
}

function serversAfter(
  { needs }: Migration,
  effects: readonly (StatementEffect | undefined)[],
): PlannedMigration["servers"] {
  if (effects.some((effect) => effect === undefined || effect.restricts_rows)) return "unknown";
  return needs === undefined ? "version before" : "needs";
}
