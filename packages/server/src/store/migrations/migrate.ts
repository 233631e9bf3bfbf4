import { integer } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { command, query } from "../database/statement.ts";
import { isTransient } from "../port/unavailable.ts";
import { assertCompatible, assertNotHydra } from "./compatibility.ts";
import { type OnBlocked, untilUnlocked } from "./lock-waits.ts";
import type { Migration } from "./migration.ts";
import {
  type AppliedMigration,
  claimMigration,
  CREATE_MIGRATION_TABLE,
  readApplied,
} from "./migration-table.ts";
import {
  assertCanDistribute,
  isDistributed,
  placementsOf,
  placeTables,
  prepareDistribution,
} from "./placement.ts";

/** How a database is migrated. */
export interface MigrateOptions {
  readonly onProgress?: ((done: number, planned: number) => void) | undefined;
  readonly onBlocked?: OnBlocked | undefined;
  /** Places the tables on the nodes of the database, those that exist included. Later migrations do so without it. */
  readonly distributed?: boolean;
}

/**
 * Applies the migrations that were not applied yet, and returns their names. Rejects with `IncompatibleDatabaseError` where this
 * version cannot use the database, and then changes nothing.
 *
 * Two servers may start at once: a migration begins by inserting its own name, so the second server waits for the first and
 * then finds it applied.
 */
export async function migrate(
  database: Database,
  all: readonly Migration[],
  now: number,
  { onProgress, onBlocked = warn, distributed = false }: MigrateOptions = {},
): Promise<string[]> {
  const applied = await readAppliedTo(database, all);
  if (applied.length === 0) await assertNotHydra(database);
  const done = new Set(applied.map(({ name }) => name));
  const names: string[] = [];
  const planned = all.filter(({ name }) => !done.has(name));
  if (distributed) await assertCanDistribute(database);
  const isPlaced = distributed || (planned.length > 0 && (await isDistributed(database)));
  if (planned.length > 0 || distributed) await createMigrationTable(database);
  for (const [index, migration] of planned.entries()) {
    onProgress?.(index, planned.length);
    const mine = await apply(database, migration, { now, onBlocked, is_placed: isPlaced });
    if (mine) names.push(migration.name);
  }
  if (distributed) await distribute(database, all);
  return names;
}

/** Places what is not placed yet: the table of migrations, and the tables of a database that was not distributed. */
async function distribute(database: Database, all: readonly Migration[]): Promise<void> {
  await database.write(prepareDistribution, { unlimited: true });
  await database.write(() => placeTables(placementsOf(all)), { unlimited: true });
}

function warn(sentence: string): void {
  process.emitWarning(sentence);
}

/** Rejects with `IncompatibleDatabaseError` where a newer version has migrated the database beside which this one cannot run. */
export async function checkCompatible(
  database: Pick<Database, "read">,
  all: readonly Migration[],
): Promise<void> {
  await readAppliedTo(database, all);
}

async function readAppliedTo(
  database: Pick<Database, "read">,
  all: readonly Migration[],
): Promise<readonly AppliedMigration[]> {
  const known = all.map(({ name }) => name);
  const applied = await readApplied(database, known[0] ?? "");
  assertCompatible(known, applied);
  return applied;
}

interface Application {
  readonly now: number;
  readonly onBlocked: OnBlocked;
  readonly is_placed: boolean;
}

/** False when another server applied it. */
function apply(
  database: Database,
  { name, needs, statements, fill, placement = {} }: Migration,
  { now, onBlocked, is_placed }: Application,
): Promise<boolean> {
  const { dialect } = database;
  return untilUnlocked(
    database,
    (onBackend) =>
      database.write(
        function* applyOne() {
          if (dialect.has_sessions === true) {
            const [backend] = yield* selectBackend({});
            if (backend !== undefined) onBackend(backend.pid);
          }
          if ((yield* claimMigration({ name, applied_at: now, needs })) === 0) return false;
          for (const sql of statements(dialect)) yield { sql, values: [] };
          if (fill !== undefined) yield* fill();
          if (is_placed) yield* placeTables(placement);
          return true;
        },
        { unlimited: true },
      ),
    name,
    onBlocked,
  );
}

const selectBackend = query({
  returns: { pid: integer },
  sql: "select pg_backend_pid()::bigint as pid",
});

/** A migration, and whether it was applied: `unknown` is one of another version, which was applied. */
export interface MigrationStatus {
  readonly name: string;
  readonly status: "applied" | "pending" | "unknown";
  /** Unix seconds. */
  readonly applied_at?: number;
}

/** The migrations of this version, oldest first, and then those of others. Without a database, all are pending. */
export async function readMigrationStatus(
  database: Pick<Database, "read"> | undefined,
  all: readonly Migration[],
): Promise<MigrationStatus[]> {
  const first = all[0]?.name ?? "";
  const rows = database === undefined ? [] : await readApplied(database, first);
  const times = new Map(rows.map(({ name, applied_at }) => [name, applied_at]));
  const known = all.map(({ name }): MigrationStatus => {
    const applied_at = times.get(name);
    times.delete(name);
    return applied_at === undefined
      ? { name, status: "pending" }
      : { name, status: "applied", applied_at };
  });
  const others = [...times].map(([name, applied_at]): MigrationStatus => ({
    name,
    status: "unknown",
    applied_at,
  }));
  return [...known, ...others];
}

const createTable = command({ sql: CREATE_MIGRATION_TABLE });

async function createMigrationTable(database: Database): Promise<void> {
  try {
    await database.write(() => createTable({}), { unlimited: true });
  } catch (error) {
    if (isTransient(error)) throw error;
    // Of two concurrent `if not exists`, PostgreSQL rejects one; by then the table exists.
    await database.write(() => createTable({}), { unlimited: true });
  }
}
