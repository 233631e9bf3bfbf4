import { integer, optional, pick, type RowOf, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues, names } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import { isTableMissing } from "../port/missing-schema.ts";

/** Which migrations were applied: also to the servers of other versions. */
export const migrationTable = table("migration", {
  name: text,
  applied_at: integer,
  /** The migration that a server must know to share the database with those that know this one: null where any server may. */
  needs: optional(text),
});

/** A migration that was applied. */
export type AppliedMigration = RowOf<typeof migrationTable.columns>;

/** Creates the table. */
export const CREATE_MIGRATION_TABLE =
  "create table if not exists migration (name text primary key, applied_at bigint not null, needs text)";

/** Records a migration, unless another server has. */
export const claimMigration = command({
  given: migrationTable.columns,
  sql: `insert into migration ${insertValues(migrationTable.columns)} on conflict (name) do nothing returning name`,
});

const { columns } = migrationTable;
const selectAll = query({
  returns: columns,
  sql: `select ${names(columns)} from migration order by name`,
});
/** The table of a version before 0.2.0 has no more than these. */
const oldestColumns = pick(columns, "name", "applied_at");
const selectNames = query({
  returns: oldestColumns,
  sql: "select name, applied_at from migration order by name",
});

/** The migrations that were applied; none where there is no such table. */
export async function readApplied(
  database: Pick<Database, "read">,
  first: string,
): Promise<readonly AppliedMigration[]> {
  try {
    return await database.read(function* select(): Script<readonly AppliedMigration[]> {
      const rows = yield* selectNames({});
      return rows.some(({ name }) => name === first)
        ? yield* selectAll({})
        : rows.map((row) => ({ ...row, needs: undefined }));
    });
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}
