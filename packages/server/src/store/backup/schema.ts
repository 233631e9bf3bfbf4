import { integer, text } from "../database/columns.ts";
import type { Dialect } from "../database/database.ts";
import { query, type Script } from "../database/statement.ts";
import {
  type AppliedMigration,
  claimMigration,
  CREATE_MIGRATION_TABLE,
} from "../migrations/migration-table.ts";
import type { Migration } from "../migrations/migration.ts";
import { withEmptySqlite } from "./sqlite.ts";
import type { ColumnType, StoredTable } from "./stored-table.ts";

/**
 * The tables that these migrations make, but for that of the migrations themselves, in the order in which they are made: a table comes
 * after those that it references. They are the same on both databases.
 */
export function tablesMadeBy(migrations: readonly Migration[]): readonly StoredTable[] {
  return withEmptySqlite(({ dialect, run }) => {
    run(() => createSchema(migrations, dialect));
    return run(readTables);
  });
}

/** Applies migrations to an empty database. They insert rows of their own. */
export function* createSchema(migrations: readonly Migration[], dialect: Dialect): Script<void> {
  yield { sql: CREATE_MIGRATION_TABLE, values: [] };
  for (const { statements, fill } of migrations) {
    for (const sql of statements(dialect)) yield { sql, values: [] };
    if (fill !== undefined) yield* fill();
  }
}

/** Removes the rows that the migrations inserted, and records when they were applied. */
export function* clearTables(
  tables: readonly StoredTable[],
  applied: readonly AppliedMigration[],
): Script<void> {
  for (const { name } of tables.toReversed()) yield { sql: `delete from ${name}`, values: [] };
  for (const migration of applied) yield* claimMigration(migration);
}

/** How many rows a table has. */
export function* countRows({ name }: StoredTable): Script<number> {
  const sql = `select count(*) as total from ${name}`;
  const [row] = yield* query({ returns: { total: integer }, sql })({});
  return row?.total ?? 0;
}

const selectTables = query({
  returns: { name: text },
  sql: `select name from sqlite_master
   where type = 'table' and name not like 'sqlite_%' and name <> 'migration' order by rowid`,
});
const selectColumns = query({
  given: { table: text },
  returns: { name: text, type: text },
  sql: "select name, lower(type) as type from pragma_table_info(:table) order by cid",
});

function* readTables(): Script<readonly StoredTable[]> {
  const tables: StoredTable[] = [];
  for (const { name } of yield* selectTables({})) {
    const columns = yield* selectColumns({ table: name });
    const types = columns.map((column) => [column.name, typeOf(column.type)] as const);
    tables.push({ name, columns: Object.fromEntries(types) });
  }
  return tables;
}

function typeOf(declared: string): ColumnType {
  if (declared === "text" || declared === "bigint") return declared;
  if (declared === "blob") return "bytea";
  throw new TypeError(`A migration makes a column of the type ${declared}.`);
}
