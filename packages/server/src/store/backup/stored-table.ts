import {
  bytes,
  type Column,
  type Columns,
  integer,
  optional,
  text,
  type Value,
} from "../database/columns.ts";
import type { Dialect } from "../database/database.ts";
import type { Insertion } from "../database/sql.ts";
import type { Script } from "../database/statement.ts";
import { memoize } from "../../memoize.ts";

/** A table as it is backed up: its columns with their types, in an order that its rows have too. */
export interface StoredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/** The types of columns, as PostgreSQL calls them. */
export type ColumnType = Column<unknown>["type"];

/** The values of a row, as they are stored. */
export type StoredRow = readonly Value[];

/** A database at one moment: what is written meanwhile is not in it. */
export interface Snapshot {
  read<T>(script: () => Script<T>): Promise<T>;
  /** The rows of a table, in batches. */
  rows(table: StoredTable): AsyncIterable<readonly StoredRow[]>;
}

/** An empty database that is being filled. It stays empty unless everything succeeds. */
export interface Load {
  readonly dialect: Dialect;
  run<T>(script: () => Script<T>): Promise<T>;
  insert(table: StoredTable, rows: readonly StoredRow[]): Promise<void>;
}

/** How many rows are read, and inserted, at a time. */
export const BATCH_ROWS = 500;

/** The columns of a table. Values stay as they are stored. */
export const columnsOf = memoize(({ columns }: StoredTable): Columns => {
  const entries = Object.entries(columns);
  return Object.fromEntries(entries.map(([name, type]) => [name, columnTypes[type]]));
});

const columnTypes: Readonly<Record<ColumnType, Column<unknown>>> = {
  text: optional(text),
  bigint: optional(integer),
  bytea: optional(bytes),
};

/** Inserts whole rows of a table. */
export const insertionOf = memoize((table: StoredTable): Insertion => ({
  table: table.name,
  columns: columnsOf(table),
}));
