import { integer, optional, text } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { query, type Script } from "../../database/statement.ts";
import type { Window } from "./windows.ts";

/** The partitions of a table. */
export interface Layout {
  readonly table: string;
  /** In the order of their times. */
  readonly windows: readonly NamedWindow[];
  /** The partition of everything before a time, and that time: rows from before the table was partitioned. */
  readonly earlier: { readonly name: string; readonly to_ms: number } | undefined;
  /** The partition of all other rows. */
  readonly rest: string | undefined;
}

export interface NamedWindow extends Window {
  readonly name: string;
}

const selectPartitions = query({
  returns: { parent: text, child: optional(text), bounds: optional(text) },
  sql: `select parent.relname::text as parent, child.relname::text as child,
      pg_get_expr(child.relpartbound, child.oid) as bounds
    from pg_class parent
      left join pg_inherits on pg_inherits.inhparent = parent.oid
      left join pg_class child on child.oid = pg_inherits.inhrelid
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace
    order by parent.relname, child.relname`,
});

/** Databases that only speak the protocol may lack the columns of the statement above, and have no such table. */
const selectAny = query({
  returns: { found: integer },
  sql: "select 1::bigint as found from pg_class where relkind = 'p' limit 1",
});

/** The tables that are partitioned, by name; none where the database has no partitions. Lookups of the database make use of it. */
export async function layoutsOf(
  database: Pick<Database, "read" | "dialect" | "notePartitioned">,
): Promise<ReadonlyMap<string, Layout>> {
  if (database.dialect.has_sessions !== true) return new Map();
  const layouts = await database.read(readLayouts);
  database.notePartitioned?.(layouts.keys());
  return layouts;
}

function* readLayouts(): Script<ReadonlyMap<string, Layout>> {
  if ((yield* selectAny({})).length === 0) return new Map();
  const rows = yield* selectPartitions({});
  const layouts = new Map<string, Layout>();
  for (const [table, partitions] of Map.groupBy(rows, ({ parent }) => parent))
    layouts.set(table, layoutOf(table, partitions));
  return layouts;
}

interface Partition {
  readonly child: string | undefined;
  readonly bounds: string | undefined;
}

function layoutOf(table: string, partitions: readonly Partition[]): Layout {
  const windows: NamedWindow[] = [];
  let earlier: Layout["earlier"];
  let rest: string | undefined;
  for (const { child: name, bounds = "" } of partitions) {
    if (name === undefined) continue;
    if (bounds === "DEFAULT") rest = name;
    const { from, to } = RANGE.exec(bounds)?.groups ?? {};
    if (from === undefined || to === undefined) continue;
    const to_ms = timeOf(to);
    if (from === "MINVALUE") earlier = { name, to_ms };
    else windows.push({ name, from_ms: timeOf(from), to_ms });
  }
  windows.sort((one, other) => one.from_ms - other.from_ms);
  return { table, windows, earlier, rest };
}

const RANGE =
  /^FOR VALUES FROM \('?(?<from>MINVALUE|\\x[\da-f]{12})'?\) TO \('(?<to>\\x[\da-f]{12})'\)$/;

function timeOf(bound: string): number {
  return Number.parseInt(bound.slice(2), 16);
}
