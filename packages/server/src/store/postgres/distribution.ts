import { integer, text, type Value } from "../database/columns.ts";
import { query, type Script } from "../database/statement.ts";
import { rowHash } from "./row-hash.ts";

/** The parts (shards) of the tables whose rows a database places on several nodes. */
export interface Distribution {
  /** The number of the part of a table that has the row with this value; undefined where the table has no parts. */
  readonly partOf: (table: string, value: Value) => number | undefined;
}

const selectCatalog = query({
  returns: { total: integer },
  sql: "select count(*) as total from pg_extension where extname = 'citus'",
});
const selectParts = query({
  returns: { name: text, first: integer },
  sql: `select c.relname::text as name, s.shardminvalue::bigint as first
    from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and s.shardminvalue is not null order by s.shardminvalue::bigint`,
});

/** How Citus distributes tables; undefined where it distributes none. */
export function* readDistribution(): Script<Distribution | undefined> {
  const [extension] = yield* selectCatalog({});
  if ((extension?.total ?? 0) === 0) return undefined;
  const parts = yield* selectParts({});
  if (parts.length === 0) return undefined;
  const starts = new Map<string, number[]>();
  for (const { name, first } of parts) starts.set(name, [...(starts.get(name) ?? []), first]);
  return {
    partOf(table, value) {
      const firsts = starts.get(table);
      if (firsts === undefined || !(value instanceof Uint8Array)) return undefined;
      const hash = rowHash(value);
      return firsts.findLastIndex((first) => first <= hash);
    },
  };
}
