import type { ExpiringTable } from "../../tables/stored-tables.ts";

/** A table that can be partitioned by the time at which its rows expire, because its keys begin with it. */
export interface PartitionedTable {
  readonly table: string;
  readonly key: string;
  /** How long most of its rows live, in seconds. */
  readonly lifetime_s: number;
}

/** How long most rows of tables live where that is known better than by their declaration: in seconds, by table. */
export type Lifetimes = Readonly<Record<string, number>>;

/** Those of these tables that can be partitioned. */
export function partitionedTables(
  tables: readonly ExpiringTable[],
  lifetimes: Lifetimes = {},
): readonly PartitionedTable[] {
  return tables.flatMap(({ table, key, partitioned_for }) =>
    partitioned_for === undefined
      ? []
      : [{ table, key, lifetime_s: lifetimes[table] ?? partitioned_for }],
  );
}
