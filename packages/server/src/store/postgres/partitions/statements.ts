import type { PartitionedTable } from "./partitioned-table.ts";
import type { Window } from "./windows.ts";

/** The partition of rows that are in no window. */
export function defaultOf(table: string): string {
  return `${table}_rest`;
}

/** The partition of rows that the table had before it was partitioned. */
export function earlierOf(table: string): string {
  return `${table}_earlier`;
}

/** The name of the partition for a window: when it ends, in UTC, and its width in minutes. */
export function partitionName(table: string, { from_ms, to_ms }: Window): string {
  const digits = new Date(to_ms).toISOString().replaceAll(/\D/g, "").slice(0, 12);
  return `${table}_${digits}_${(to_ms - from_ms) / 60_000}`;
}

/** A time as keys begin with it. */
export function bound(time_ms: number): string {
  return `'\\x${time_ms.toString(16).padStart(12, "0")}'::bytea`;
}

/** Creates the table in place of one of another name, with the same columns, constraints and indexes. */
export function createParent({ table, key }: PartitionedTable, model: string): string {
  return `create table ${table} (like ${model} including all) partition by range (${key})`;
}

/** Creates a partition that is not attached yet: that locks nothing but the catalog. */
export function createLike(name: string, model: string): string {
  return `create table ${name} (like ${model} including defaults including constraints including storage)`;
}

export function attach(table: string, name: string, { from_ms, to_ms }: Window): string {
  return `alter table ${table} attach partition ${name} for values from (${bound(from_ms)}) to (${bound(to_ms)})`;
}

export function attachEarlier(table: string, name: string, before_ms: number): string {
  return `alter table ${table} attach partition ${name} for values from (minvalue) to (${bound(before_ms)})`;
}

export function attachDefault(table: string, name: string): string {
  return `alter table ${table} attach partition ${name} default`;
}

/** The condition of rows that are in a window. */
export function within({ key }: PartitionedTable, { from_ms, to_ms }: Window): string {
  return `${key} >= ${bound(from_ms)} and ${key} < ${bound(to_ms)}`;
}
