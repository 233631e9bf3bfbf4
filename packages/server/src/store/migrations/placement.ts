import { integer, optional, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { query, type Script } from "../database/statement.ts";
import type { Migration, Placement, Placements } from "./migration.ts";

/** A table as it is declared and as it is placed; undefined where the database does not know it as a table of all nodes. */
export interface TablePlacement {
  readonly table: string;
  /** The migration that makes the table. */
  readonly migration: string;
  readonly declared: string;
  readonly placed: string | undefined;
}

/** The database cannot be placed on several nodes. The message is one sentence that says why. */
export class PlacementError extends Error {
  override readonly name = "PlacementError";
}

/** The placement of every table that these migrations make, and of the table of migrations. */
export function placementsOf(all: readonly Migration[]): Placements {
  return Object.assign({}, OWN_PLACEMENT, ...all.map(({ placement = {} }) => placement));
}

/** Of the table of migrations, which exists before any of them. */
const OWN_PLACEMENT: Placements = { migration: "local" };

/** A placement in words. */
export function describePlacement(placement: Placement): string {
  return typeof placement === "string" ? placement : `distributed by ${placement.by}`;
}

/** Whether tables of this database are on several nodes, so that those of later migrations must be, too. */
export async function isDistributed(
  database: Pick<Database, "read" | "dialect">,
): Promise<boolean> {
  if (database.dialect.has_sessions !== true) return false;
  const placed = await database.read(readPlaced);
  return placed !== undefined && placed.size > 0;
}

/** Rejects with `PlacementError` unless the database has the extension that places tables. */
export async function assertCanDistribute(
  database: Pick<Database, "read" | "dialect">,
): Promise<void> {
  const isPostgres = database.dialect.has_sessions === true;
  if (isPostgres && (await database.read(readPlaced)) !== undefined) return;
  throw new PlacementError(
    isPostgres
      ? "The database has no extension Citus, which places tables on nodes: install it on every node, create it in this database (create extension citus), and register the nodes."
      : "Only a PostgreSQL database with the extension Citus can be distributed: set dsn to one.",
  );
}

/** Tables by their placement; none where the database is not distributed. */
export async function readPlacement(
  database: Pick<Database, "read">,
  all: readonly Migration[],
): Promise<readonly TablePlacement[]> {
  const placed = await database.read(readPlaced);
  if (placed === undefined || placed.size === 0) return [];
  return all.flatMap(({ name, placement = {} }, index) =>
    Object.entries({ ...(index === 0 && OWN_PLACEMENT), ...placement }).map(
      ([table, declared]) => ({
        table,
        migration: name,
        declared: describePlacement(declared),
        placed: placed.get(table),
      }),
    ),
  );
}

/** Places tables that are not placed yet. Part of the transaction in which they are made, or of one of its own. */
export function* placeTables(placements: Placements): Script<void> {
  const placed = (yield* readPlaced()) ?? new Map<string, string>();
  yield* assertUniqueByPlace(placements);
  // One connection to each node: the statements of a transaction must see what those before them did to referenced tables.
  yield { sql: `set local ${ONE_AFTER_ANOTHER} to 'sequential'`, values: [] };
  for (const [table, placement] of inOrder(placements)) {
    const wanted = describePlacement(placement);
    const found = placed.get(table);
    if (found === wanted) continue;
    // A table that references others becomes local when they are placed.
    if (found !== undefined && found !== "local") {
      throw new PlacementError(`The table ${table} is placed ${found} instead of ${wanted}.`);
    }
    yield placeTable(table, placement);
  }
}

/** What an entire database needs, beside the placement of its tables: deletions that cascade run beside distributed writes. */
export function* prepareDistribution(): Script<void> {
  yield {
    sql: `do $$ begin execute format('alter database %I set ${ONE_AFTER_ANOTHER} to ''sequential''', current_database()); end $$`,
    values: [],
  };
}

const ONE_AFTER_ANOTHER = "citus.multi_shard_modify_mode";

/** Tables that others reference come first. */
function inOrder(placements: Placements): readonly (readonly [string, Placement])[] {
  const entries = Object.entries(placements);
  const isFirst = ([, placement]: readonly [string, Placement]): boolean =>
    placement === "reference";
  return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))];
}

function placeTable(table: string, placement: Placement) {
  if (placement === "reference") {
    return { sql: "select create_reference_table($1::text::regclass)", values: [table] };
  }
  if (placement === "local") {
    // Known to every node, so that servers may connect to any of them.
    return {
      sql: "select citus_add_local_table_to_metadata($1::text::regclass, true)",
      values: [table],
    };
  }
  return {
    sql: "select create_distributed_table($1::text::regclass, $2::text)",
    values: [table, placement.by],
  };
}

const selectExtension = query({
  returns: { total: integer },
  sql: "select count(*) as total from pg_extension where extname = 'citus'",
});

/** The view `citus_tables` says the same, but its schema depends on the installation. */
const selectPlaced = query({
  returns: { name: text, kind: text, placed_by: optional(text) },
  sql: `select c.relname::text as name, column_to_column_name(p.logicalrelid, p.partkey) as placed_by,
      case when p.partmethod <> 'n' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as kind
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema()`,
});

/** The placement of the tables that are placed; undefined without the extension. */
function* readPlaced(): Script<ReadonlyMap<string, string> | undefined> {
  const [extension] = yield* selectExtension({});
  if ((extension?.total ?? 0) === 0) return undefined;
  const rows = yield* selectPlaced({});
  return new Map(
    rows.map(({ name, kind, placed_by = "" }) => [
      name,
      kind === "distributed" ? describePlacement({ by: placed_by }) : kind,
    ]),
  );
}

const selectUnique = query({
  returns: { table_name: text, index_name: text, columns: text },
  sql: `select c.relname::text as table_name, i.relname::text as index_name,
      array_to_string(array(select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(x.indkey::smallint[])), ' ') as columns
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
    where x.indisunique and n.nspname = current_schema() order by i.relname`,
});

/** Rows that a unique index compares must be on one node. */
function* assertUniqueByPlace(placements: Placements): Script<void> {
  for (const { table_name, index_name, columns } of yield* selectUnique({})) {
    const placement = placements[table_name];
    if (typeof placement !== "object" || columns.split(" ").includes(placement.by)) continue;
    throw new PlacementError(
      `The table ${table_name} cannot be distributed by ${placement.by}: its unique index ${index_name} does not have that column.`,
    );
  }
}
