import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/store/database/database.ts";
import { CREATE_MIGRATION_TABLE } from "../../src/store/migrations/migration-table.ts";
import { migrations } from "../support/tables.ts";
import { text, type Value } from "../../src/store/database/columns.ts";
import { query, type Script } from "../../src/store/database/statement.ts";
import type { Held } from "./held.ts";

/** A database as a released version left it, and what its callers held at that moment. */
export interface Golden {
  readonly version: string;
  /** Unix seconds: the time at which it was written. */
  readonly now: number;
  /** The settings it was written under. The secrets are fixtures: no server has ever used them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly held: Held;
  /** By table, in the order in which the tables were created. Bytes are `{ base64 }`. */
  readonly tables: Readonly<Record<string, readonly GoldenRow[]>>;
}

/** A row by column. */
export type GoldenRow = Readonly<Record<string, string | number | null | { base64: string }>>;

const directory = join(import.meta.dirname, "golden");

/** The golden database of every released version, oldest first. */
export const goldens: readonly Golden[] = readdirSync(directory)
  .filter((file) => file.endsWith(".json"))
  .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
  .map((file) => JSON.parse(readFileSync(join(directory, file), "utf8")));

/** A column that holds text, of every row. */
export function textsOf({ tables }: Golden, table: string, column: string): string[] {
  return (tables[table] ?? []).map((row) => {
    const value = row[column];
    if (typeof value !== "string") throw new TypeError(`${table}.${column} holds no text.`);
    return value;
  });
}

/** Puts an empty database into the state of a golden one: its migrations, no later ones, and its rows. */
export async function restoreGolden(database: Database, golden: Golden): Promise<void> {
  const applied = new Set(textsOf(golden, "migration", "name"));
  await database.write(function* restore() {
    yield { sql: CREATE_MIGRATION_TABLE, values: [] };
    for (const { name, statements } of migrations) {
      if (!applied.delete(name)) continue;
      for (const sql of statements(database.dialect)) yield { sql, values: [] };
    }
    if (applied.size > 0) throw new Error(`There is no migration ${[...applied].join(", ")}.`);
    // Migrations insert some rows, which the golden database has as they were later.
    for (const table of Object.keys(golden.tables).toReversed())
      yield { sql: `delete from ${table}`, values: [] };
    for (const [table, rows] of Object.entries(golden.tables)) {
      for (const row of rows) yield* insertRow(table, row);
    }
  });
}

function* insertRow(table: string, row: GoldenRow): Script<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`).join(", ");
  const sql = `insert into ${table} (${names.join(", ")}) values (${places})`;
  yield { sql, values: Object.values(row).map(fromJson) };
}

/** All rows of a SQLite database, as they are kept in a golden file. */
export function dumpTables(database: Database): Promise<Golden["tables"]> {
  return database.read(function* dump() {
    const tables: Record<string, GoldenRow[]> = {};
    for (const { name } of yield* tableNames({})) {
      const rows = yield { sql: `select * from ${name} order by 1, 2`, values: [] };
      tables[name] = rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJson(value)])),
      );
    }
    return tables;
  });
}

const tableNames = query({
  returns: { name: text },
  sql: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid",
});

function toJson(value: unknown): GoldenRow[string] {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") };
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`A golden file cannot hold ${typeof value}.`);
}

function fromJson(value: GoldenRow[string]): Value {
  return typeof value === "object" && value !== null ? Buffer.from(value.base64, "base64") : value;
}
