import type { TakenRecord } from "../../record.ts";
import type { Cell, Database, Row, Value } from "../databases/database.ts";
import type { Outcome } from "./chain.ts";
import type { Schema } from "./schema.ts";

/** A database whose schema is known. */
export interface Opened {
  readonly database: Database;
  readonly schema: Schema;
  /** The tenant whose rows are read; undefined in 1.x. */
  readonly nid: string | undefined;
  readonly keys: readonly Buffer[];
}

/** Reads the rows of one kind of record, page by page in the order of a key. */
export interface KindReader {
  /** `isLight` leaves out what only `read` of an item needs. */
  page(after: string | undefined, limit: number, isLight: boolean): Promise<Page>;
  find(keys: readonly string[]): Promise<readonly Item[]>;
  /** About how many items there are. */
  total(): Promise<number>;
}

export interface Page {
  readonly items: readonly Item[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

/** A row, or the rows of a chain. */
export interface Item {
  /** The `recordKey` of its record. */
  readonly key: string;
  /** What changes when the rows change, as JSON. */
  readonly state: readonly Cell[];
  readonly client_ids: readonly string[];
  read(now: number, clients: ReadonlySet<string>): Outcome<TakenRecord>;
}

export const lastPage: Page = { items: [], next: undefined };

/** A condition with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export function condition(sql: string, ...values: readonly Value[]): Condition {
  return { sql, values };
}

export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((each) => each !== undefined);
  if (given.length === 0) return condition("1 = 1");
  return condition(
    given.map(({ sql }) => `(${sql})`).join(" AND "),
    ...given.flatMap(({ values }) => values),
  );
}

export function isIn(column: string, values: readonly string[]): Condition {
  return condition(`${column} IN (${values.map(() => "?").join(", ")})`, ...values);
}

/** Only rows of the tenant. */
export function ofTenant({ nid }: Opened, alias: string): Condition | undefined {
  return nid === undefined ? undefined : condition(`${alias}.nid = ?`, nid);
}

/** Columns as they are asked for; NULL for those that this version does not have. */
export function columnsOf(
  { schema }: Opened,
  table: string,
  alias: string,
  names: readonly string[],
  prefix = "",
): string {
  const present = schema.tables.get(table);
  return names
    .map((name) =>
      present?.has(name) === true
        ? `${alias}.${name} AS ${prefix}${name}`
        : `NULL AS ${prefix}${name}`,
    )
    .join(", ");
}

/** Rows of a table, each of which is an item. */
export function createTableReader(
  opened: Opened,
  table: {
    /** With the alias `t`. */
    readonly from: string;
    readonly columns: string;
    /** The columns of the key. Of several, the key of the record is the JSON array of them. */
    readonly key: readonly string[];
    readonly where?: Condition;
    readonly client?: string;
    read(row: Row, now: number, clients: ReadonlySet<string>): Outcome<TakenRecord>;
  },
): KindReader {
  const { database } = opened;
  const keyColumns = table.key.map((name) => `t.${name}`);
  const scope = allOf([ofTenant(opened, "t"), table.where]);

  function item(row: Row): Item {
    const client = table.client === undefined ? "" : String(row[table.client] ?? "");
    return {
      key: keyOf(table.key.map((name) => String(row[name]))),
      state: Object.values(row),
      client_ids: client === "" ? [] : [client],
      read: (now, clients) => table.read(row, now, clients),
    };
  }

  async function select(filter: Condition, limit?: number): Promise<readonly Item[]> {
    const where = allOf([scope, filter]);
    const rows = await database.query(
      `SELECT ${table.columns} FROM ${table.from} WHERE ${where.sql} ORDER BY ${keyColumns.join(", ")}${limit === undefined ? "" : " LIMIT ?"}`,
      limit === undefined ? where.values : [...where.values, limit],
    );
    return rows.map(item);
  }

  return {
    async page(after, limit) {
      const items = await select(
        after === undefined ? condition("1 = 1") : isAfter(keyColumns, partsOf(after, table.key)),
        limit,
      );
      return { items, next: items.length < limit ? undefined : items.at(-1)?.key };
    },
    async find(keys) {
      if (keys.length === 0) return [];
      if (keyColumns.length === 1) return select(isIn(keyColumns[0] ?? "", keys));
      const parts = keys.map((key) => partsOf(key, table.key));
      const each = keyColumns.map((column) => `${column} = ?`).join(" AND ");
      return select(condition(parts.map(() => `(${each})`).join(" OR "), ...parts.flat()));
    },
    async total() {
      return countRows(database, table.from, scope);
    },
  };
}

export async function countRows(
  database: Database,
  from: string,
  where: Condition,
): Promise<number> {
  const rows = await database.query(
    `SELECT count(*) AS n FROM ${from} WHERE ${where.sql}`,
    where.values,
  );
  return Number(rows[0]?.["n"] ?? 0);
}

function isAfter(columns: readonly string[], values: readonly string[]): Condition {
  if (columns.length === 1) return condition(`${columns[0] ?? ""} > ?`, ...values);
  return condition(`(${columns.join(", ")}) > (${columns.map(() => "?").join(", ")})`, ...values);
}

function keyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : JSON.stringify(parts);
}

function partsOf(key: string, columns: readonly string[]): readonly string[] {
  if (columns.length === 1) return [key];
  const parsed: unknown = JSON.parse(key);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
