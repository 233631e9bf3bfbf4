import { integer, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import { isTableMissing } from "../port/missing-schema.ts";
import { isTransient } from "../port/unavailable.ts";
import { migrations } from "./migrations.ts";

export const migration_table = table("migration", { name: text, applied_at: integer });

const claim = command({
  given: migration_table.columns,
  sql: `insert into migration ${insertValues(migration_table.columns)} on conflict (name) do nothing returning name`,
});
const applied = query({
  returns: migration_table.columns,
  sql: "select name, applied_at from migration order by name",
});

/**
 * Applies the migrations that were not applied yet, and returns their names.
 *
 * Two servers may start at once: a migration begins by inserting its own name, so the second server waits for the first and
 * then finds it applied.
 */
export async function migrate(
  database: Database,
  now: number,
  onProgress?: (done: number, planned: number) => void,
): Promise<string[]> {
  await createMigrationTable(database);
  const done = new Set((await database.read(() => applied({}))).map((row) => row.name));
  const names: string[] = [];
  const planned = migrations.filter(({ name }) => !done.has(name));
  for (const [index, migration] of planned.entries()) {
    onProgress?.(index, planned.length);
    const mine = await database.write(
      function* apply() {
        if ((yield* claim({ name: migration.name, applied_at: now })) === 0) return false;
        for (const sql of migration.statements(database.dialect)) yield { sql, values: [] };
        if (migration.fill !== undefined) yield* migration.fill();
        return true;
      },
      { unlimited: true },
    );
    if (mine) names.push(migration.name);
  }
  return names;
}

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
): Promise<MigrationStatus[]> {
  const rows = database === undefined ? [] : await readApplied(database);
  const times = new Map(rows.map(({ name, applied_at }) => [name, applied_at]));
  const known = migrations.map(({ name }): MigrationStatus => {
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

async function readApplied(database: Pick<Database, "read">) {
  try {
    return await database.read(() => applied({}));
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}

/** The table that says which migrations were applied. */
export const CREATE_MIGRATION_TABLE =
  "create table if not exists migration (name text primary key, applied_at bigint not null)";

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
