import { bytes, integer } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { query, type Script } from "../../database/statement.ts";
import { type OnBlocked, untilUnlocked } from "../../migrations/lock-waits.ts";
import { PartitioningError } from "../../port/partitioning-error.ts";
import { layoutsOf } from "./catalog.ts";
import { keepPartitions, make } from "./keep.ts";
import type { PartitionedTable } from "./partitioned-table.ts";
import {
  attachDefault,
  attachEarlier,
  bound,
  createLike,
  createParent,
  defaultOf,
  earlierOf,
} from "./statements.ts";
import { type Window, widthFor, windowAt, windowsToMake } from "./windows.ts";

/** A table that was partitioned. */
export interface PartitionedNow {
  readonly table: string;
  /** The width of its windows, in seconds. */
  readonly width: number;
  /** Rows that expire before it, in unix seconds, stay in the partition that was the table; undefined where there were none. */
  readonly earlier_until: number | undefined;
}

/**
 * Partitions those of these tables that are not yet, without copying a row: what a table has becomes its first partition. Servers may
 * run meanwhile. Rejects with `PartitioningError` where a table has rows that expire too late for that.
 */
export async function partitionTables(
  database: Database,
  tables: readonly PartitionedTable[],
  now: number,
  onBlocked: OnBlocked,
): Promise<readonly PartitionedNow[]> {
  if (database.define === undefined)
    throw new PartitioningError("Tables are partitioned on PostgreSQL alone.");
  const layouts = await layoutsOf(database);
  const done: PartitionedNow[] = [];
  for (const table of tables) {
    if (layouts.has(table.table)) continue;
    done.push(await partition(database, table, now * 1000, onBlocked));
  }
  await keepPartitions(database, tables, now);
  await layoutsOf(database);
  return done;
}

async function partition(
  database: Database,
  table: PartitionedTable,
  now_ms: number,
  onBlocked: OnBlocked,
): Promise<PartitionedNow> {
  const width_ms = widthFor(table.lifetime_s);
  const last_ms = await database.read(() => lastOf(table));
  if (last_ms === undefined) {
    const wasEmpty = await define(database, table, onBlocked, () =>
      replaceEmpty(table, firstWindows(now_ms, width_ms)),
    );
    if (wasEmpty) return { table: table.table, width: width_ms / 1000, earlier_until: undefined };
    return partition(database, table, now_ms, onBlocked);
  }
  const to_ms = endOfEarlier(table, { now_ms, last_ms, width_ms });
  await checkEarlier(database, table, to_ms, onBlocked);
  await define(database, table, onBlocked, () => attachExisting(table, to_ms, width_ms));
  return { table: table.table, width: width_ms / 1000, earlier_until: to_ms / 1000 };
}

function firstWindows(now_ms: number, width_ms: number): readonly Window[] {
  return windowsToMake([], { now_ms, last_ms: now_ms, width_ms });
}

function* lastOf({ table, key }: PartitionedTable): Script<number | undefined> {
  const sql = `select ${key} as key from ${table} order by ${key} desc limit 1`;
  const [last] = yield* query({ returns: { key: bytes }, sql })({});
  return last && Buffer.from(last.key).readUIntBE(0, 6);
}

/** An empty table is replaced. False where it was not empty any more. */
function* replaceEmpty(table: PartitionedTable, windows: readonly Window[]): Script<boolean> {
  const name = table.table;
  const old = earlierOf(name);
  yield { sql: `lock table ${name} in access exclusive mode`, values: [] };
  if ((yield* lastOf(table)) !== undefined) return false;
  yield { sql: `alter table ${name} rename to ${old}`, values: [] };
  yield { sql: createParent(table, old), values: [] };
  yield { sql: `drop table ${old}`, values: [] };
  yield { sql: createLike(defaultOf(name), name), values: [] };
  yield { sql: attachDefault(name, defaultOf(name)), values: [] };
  for (const window of windows) yield* make(table, window);
  return true;
}

/** Rows that expire later than that would keep the first partition, and all rows in it, for too long. */
const LATEST_MS = 40 * 86_400_000;

/**
 * Where the partition of existing rows ends: beyond the last row, and far enough that no row is written beyond it while it is checked.
 */
function endOfEarlier(
  { table, lifetime_s }: PartitionedTable,
  { now_ms, last_ms, width_ms }: { now_ms: number; last_ms: number; width_ms: number },
): number {
  if (last_ms > now_ms + LATEST_MS)
    throw new PartitioningError(
      `${table} has rows that expire on ${new Date(last_ms).toISOString().slice(0, 10)}, in more than 40 days: it cannot be partitioned without copying them. End what they stand for first, such as tokens that live for years.`,
    );
  const ahead = Math.max(last_ms, now_ms + lifetime_s * 1000);
  return windowAt(ahead + Math.max((ahead - now_ms) / 4, 2 * 3_600_000), width_ms).to_ms;
}

/** The name of the constraint that says what is in the partition of existing rows. */
const constraintOf = (table: string): string => `${table}_is_earlier`;

/**
 * Has every row checked while requests go on: then attaching the table reads no row under its lock. New rows beyond the bound are
 * rejected from here on, of which there are none unless lifetimes are lengthened meanwhile.
 */
async function checkEarlier(
  database: Database,
  table: PartitionedTable,
  to_ms: number,
  onBlocked: OnBlocked,
): Promise<void> {
  const [name, constraint] = [table.table, constraintOf(table.table)];
  await define(database, table, onBlocked, function* add() {
    // Of an attempt that was interrupted.
    yield { sql: `alter table ${name} drop constraint if exists ${constraint}`, values: [] };
    yield {
      sql: `alter table ${name} add constraint ${constraint} check (${table.key} < ${bound(to_ms)}) not valid`,
      values: [],
    };
  });
  try {
    await define(database, table, onBlocked, function* validate() {
      yield { sql: `alter table ${name} validate constraint ${constraint}`, values: [] };
    });
  } catch (error) {
    await define(database, table, onBlocked, function* remove() {
      yield { sql: `alter table ${name} drop constraint if exists ${constraint}`, values: [] };
    });
    throw error;
  }
}

/** Puts a partitioned table in the place of the existing one, which becomes its first partition. */
function* attachExisting(table: PartitionedTable, to_ms: number, width_ms: number): Script<void> {
  const name = table.table;
  const earlier = earlierOf(name);
  yield { sql: `alter table ${name} rename to ${earlier}`, values: [] };
  yield { sql: createParent(table, earlier), values: [] };
  const constraint = constraintOf(name);
  yield { sql: `alter table ${name} drop constraint ${constraint}`, values: [] };
  yield { sql: attachEarlier(name, earlier, to_ms), values: [] };
  yield { sql: `alter table ${earlier} drop constraint ${constraint}`, values: [] };
  yield { sql: createLike(defaultOf(name), name), values: [] };
  yield { sql: attachDefault(name, defaultOf(name)), values: [] };
  // The first window begins where the partition of existing rows ends.
  yield* make(table, { from_ms: to_ms, to_ms: windowAt(to_ms, width_ms).to_ms });
}

/** Runs a step as soon as it gets its locks, for which servers that run never wait long. */
function define<T>(
  database: Database,
  { table }: PartitionedTable,
  onBlocked: OnBlocked,
  script: () => Script<T>,
): Promise<T> {
  return untilUnlocked(
    database,
    (onBackend) => {
      if (database.define === undefined) throw new PartitioningError("Not on this database.");
      return database.define(function* step() {
        const sql = "select pg_backend_pid()::bigint as pid";
        const [backend] = yield* query({ returns: { pid: integer }, sql })({});
        if (backend !== undefined) onBackend(backend.pid);
        return yield* script();
      });
    },
    `to partitions of ${table}`,
    onBlocked,
  );
}
