import type { Database } from "../../database/database.ts";
import type { PartitionLayout, Partitions } from "../../port/partitions.ts";
import { type Layout, layoutsOf } from "./catalog.ts";
import { keepPartitions } from "./keep.ts";
import type { PartitionedTable } from "./partitioned-table.ts";
import { widthOf } from "./windows.ts";

export function createPartitions(
  database: Database,
  tables: readonly PartitionedTable[],
): Partitions {
  return {
    keep: (now) => keepPartitions(database, tables, now),
    read: (now) => readPartitions(database, now),
  };
}

/** How each table that is partitioned is. */
export async function readPartitions(
  database: Pick<Database, "read" | "dialect" | "notePartitioned">,
  now: number,
): Promise<readonly PartitionLayout[]> {
  const layouts = await layoutsOf(database);
  return [...layouts.values()].map((layout) => describe(layout, now));
}

function describe({ table, windows, earlier }: Layout, now: number): PartitionLayout {
  const oldestEnd = windows[0]?.to_ms ?? Infinity;
  return {
    table,
    windows: windows.length,
    width: (widthOf(windows) ?? 0) / 1000,
    ahead: windows.filter(({ from_ms }) => from_ms > now * 1000).length,
    overdue: Math.max(0, now - oldestEnd / 1000),
    earlier_until: earlier && earlier.to_ms / 1000,
  };
}
