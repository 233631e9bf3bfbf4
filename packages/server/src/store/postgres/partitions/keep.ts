import { bytes, integer } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { query, type Script } from "../../database/statement.ts";
import { isLockTimeout } from "../../migrations/lock-waits.ts";
import type { KeptPartitions } from "../../port/partitions.ts";
import { isTransient } from "../../port/unavailable.ts";
import { type Layout, layoutsOf, type NamedWindow } from "./catalog.ts";
import type { PartitionedTable } from "./partitioned-table.ts";
import { attach, bound, createLike, defaultOf, partitionName, within } from "./statements.ts";
import { horizonOf, isOver, type Window, widthFor, widthOf, windowsToMake } from "./windows.ts";

/**
 * Makes windows ahead of the rows to come and drops those that are over. Each is a transaction of its own that waits for locks briefly:
 * what it cannot have now, it has with the next call.
 */
export async function keepPartitions(
  database: Database,
  tables: readonly PartitionedTable[],
  now: number,
): Promise<KeptPartitions> {
  const kept = { made: 0, dropped: 0, postponed: 0 };
  const layouts = await layoutsOf(database);
  for (const table of tables) {
    const layout = layouts.get(table.table);
    if (layout === undefined) continue;
    for (const partition of partitionsOver(layout, now * 1000))
      kept[await attempt(database, () => drop(partition, now), "dropped")] += 1;
    for (const window of await missing(database, table, layout, now * 1000))
      kept[await attempt(database, () => make(table, window), "made")] += 1;
  }
  return kept;
}

function partitionsOver(layout: Layout, now_ms: number): readonly string[] {
  return bounded(layout)
    .filter((window) => isOver(window, now_ms))
    .map(({ name }) => name);
}

/** Every partition that ends. */
function bounded({ windows, earlier }: Layout): readonly NamedWindow[] {
  return earlier === undefined ? windows : [{ ...earlier, from_ms: 0 }, ...windows];
}

/** Drops a partition, unless rows of it are valid: keys of versions before 0.2.0 began with the time at which a row was made. */
function* drop(name: string, now: number): Script<boolean> {
  const select = query({
    given: { now: integer },
    returns: { expires_at: integer },
    sql: `select expires_at from ${name} where expires_at >= :now limit 1`,
  });
  if ((yield* select({ now })).length > 0) return false;
  yield { sql: `drop table ${name}`, values: [] };
  return true;
}

async function missing(
  database: Database,
  { table, key, lifetime_s }: PartitionedTable,
  layout: Layout,
  now_ms: number,
): Promise<readonly Window[]> {
  const width_ms = widthOf(layout.windows) ?? widthFor(lifetime_s);
  const select = query({
    returns: { key: bytes },
    sql: `select ${key} as key from ${table} where ${key} < ${bound(horizonOf(now_ms, width_ms))} order by ${key} desc limit 1`,
  });
  const [last] = await database.read(() => select({}));
  const last_ms = last === undefined ? now_ms : Buffer.from(last.key).readUIntBE(0, 6);
  return windowsToMake(bounded(layout), { now_ms, last_ms, width_ms });
}

/** Makes a window. Rows that came before it, and are in the default partition, move there. */
export function* make(table: PartitionedTable, window: Window): Script<boolean> {
  const name = partitionName(table.table, window);
  const rest = defaultOf(table.table);
  const condition = within(table, window);
  yield { sql: createLike(name, table.table), values: [] };
  const select = query({
    returns: { expires_at: integer },
    sql: `select expires_at from ${rest} where ${condition} limit 1`,
  });
  if ((yield* select({})).length > 0) {
    yield { sql: `lock table ${rest} in access exclusive mode`, values: [] };
    yield {
      sql: `with moved as (delete from ${rest} where ${condition} returning *) insert into ${name} select * from moved`,
      values: [],
    };
  }
  yield { sql: attach(table.table, name, window), values: [] };
  return true;
}

async function attempt<T extends string>(
  database: Database,
  script: () => Script<boolean>,
  done: T,
): Promise<T | "postponed"> {
  try {
    return (await database.define?.(script)) === true ? done : "postponed";
  } catch (error) {
    // Where another server was faster, the next call finds its partition.
    if (isLockTimeout(error) || isTransient(error)) return "postponed";
    throw error;
  }
}
