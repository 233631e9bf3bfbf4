import { integer } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { command, query } from "../database/statement.ts";
import { isTransient } from "../port/unavailable.ts";
import { assertCompatible } from "./compatibility.ts";
import { type OnBlocked, untilUnlocked } from "./lock-waits.ts";
import type { Migration } from "./migration.ts";
import {
  type AppliedMigration,
  claimMigration,
  CREATE_MIGRATION_TABLE,
  readApplied,
} from "./migration-table.ts";

/** How a database is migrated. */
export interface MigrateOptions {
  readonly onProgress?: ((done: number, planned: number) => void) | undefined;
  readonly onBlocked?: OnBlocked | undefined;
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
  { onProgress, onBlocked = warn }: MigrateOptions = {},
): Promise<string[]> {
  const applied = await readAppliedTo(database, all);
  const done = new Set(applied.map(({ name }) => name));
  const names: string[] = [];
  const planned = all.filter(({ name }) => !done.has(name));
  if (planned.length > 0) await createMigrationTable(database);
  for (const [index, migration] of planned.entries()) {
    onProgress?.(index, planned.length);
    const mine = await apply(database, migration, now, onBlocked);
    if (mine) names.push(migration.name);
  }
  return names;
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

/** False when another server applied it. */
function apply(
  database: Database,
  { name, needs, statements, fill }: Migration,
  now: number,
  onBlocked: OnBlocked,
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
