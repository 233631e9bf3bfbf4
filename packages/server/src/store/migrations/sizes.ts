import { integer, optional, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { query, type Script } from "../database/statement.ts";

/** How much a table holds, about. */
export interface TableSize {
  readonly rows: number;
  /** With its indexes; left out where the database does not say. */
  readonly bytes?: number;
}

/** The sizes of those of the tables that are there. No table is locked, and on PostgreSQL none is read. */
export function readSizes(
  database: Pick<Database, "read">,
  kind: "sqlite" | "postgres",
  tables: readonly string[],
): Promise<ReadonlyMap<string, TableSize>> {
  const read = kind === "postgres" ? readEstimates : countRows;
  return database.read(() => read(tables));
}

/**
 * Of a table that was never analyzed, the number of rows follows from what was inserted since the server of PostgreSQL counts. The
 * rows of a partitioned table are in its partitions.
 */
const selectEstimates = query({
  given: { names: text },
  returns: { name: text, rows: integer, bytes: integer },
  sql: `select parent.relname::text as name,
      sum(case when part.reltuples >= 0 then part.reltuples else coalesce(stat.n_live_tup, 0) end)::bigint as rows,
      sum(pg_total_relation_size(part.oid))::bigint as bytes
    from unnest(string_to_array(:names::text, ' ')) as wanted (name)
    join pg_class parent on parent.oid = to_regclass(quote_ident(wanted.name))
    cross join lateral (select parent.oid as id union select relid from pg_partition_tree(parent.oid)) tree
    join pg_class part on part.oid = tree.id
    left join pg_stat_all_tables stat on stat.relid = part.oid
    group by parent.relname`,
});

function* readEstimates(tables: readonly string[]): Script<ReadonlyMap<string, TableSize>> {
  const rows = yield* selectEstimates({ names: tables.join(" ") });
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

const selectTables = query({
  returns: { name: text },
  sql: "select name from sqlite_master where type = 'table'",
});

/** SQLite keeps no estimates. */
function* countRows(tables: readonly string[]): Script<ReadonlyMap<string, TableSize>> {
  const present = new Set((yield* selectTables({})).map(({ name }) => name));
  const sizes = new Map<string, TableSize>();
  for (const table of tables) {
    if (!present.has(table)) continue;
    const count = query({
      returns: { rows: optional(integer) },
      sql: `select count(*) as rows from ${table}`,
    });
    const [{ rows = 0 } = {}] = yield* count({});
    sizes.set(table, { rows });
  }
  return sizes;
}
