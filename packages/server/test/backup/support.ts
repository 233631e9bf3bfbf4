import assert from "node:assert/strict";
import { join } from "node:path";
import { features } from "../../../cli/src/features.ts";
import { BackupError } from "../../src/store/backup/backup-error.ts";
import { tablesMadeBy } from "../../src/store/backup/schema.ts";
import { backUpDatabase, restoreDatabase } from "../../src/process/backups.ts";
import { openDatabase } from "../../src/store/open.ts";
import type { Script } from "../../src/store/database/statement.ts";
import type { RawRow } from "../../src/store/database/columns.ts";
import { temporaryDirectory } from "../processes/databases.ts";
import { testConfig } from "../support/server.ts";
import { migrations } from "../support/tables.ts";

/** The tables of the servers of tests, that of migrations included. */
const tables = ["migration", ...tablesMadeBy(migrations).map(({ name }) => name)];

/** Backs a database up into a file of its own. */
export async function backUp(
  dsn: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const file = join(temporaryDirectory(), "latchkey.backup");
  await backUpDatabase(testConfig({ dsn, ...settings }), { features, file });
  return file;
}

/** Restores a file into an empty database. */
export async function restore(file: string, dsn: string): Promise<string> {
  await restoreDatabase(testConfig({ dsn }), { features, file });
  return dsn;
}

/** Every row of every table, sorted. */
export async function dump(dsn: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const entries: [string, readonly string[]][] = [];
  for (const table of tables) {
    const rows = await rowsOf(dsn, `select * from ${table}`);
    entries.push([table, rows.map(textOf).toSorted()]);
  }
  return Object.fromEntries(entries);
}

function textOf(row: RawRow): string {
  const names = Object.keys(row).toSorted((one, other) => (one < other ? -1 : 1));
  return JSON.stringify(names.map((name) => [name, plainOf(row[name])]));
}

function plainOf(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
}

/** The rows that a statement returns. */
export async function rowsOf(dsn: string, sql: string): Promise<readonly RawRow[]> {
  const database = await openDatabase(dsn);
  try {
    return await database.read(function* read(): Script<readonly RawRow[]> {
      return yield { sql, values: [] };
    });
  } finally {
    await database.close();
  }
}

/** Runs a statement that writes. */
export async function change(dsn: string, sql: string): Promise<void> {
  const database = await openDatabase(dsn);
  await database.write(function* write() {
    yield { sql, values: [] };
  });
  await database.close();
}

/** What `work` is refused with. */
export async function refusalOf(work: Promise<unknown>): Promise<BackupError> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof BackupError, String(error));
    return error;
  }
  return assert.fail("It was not refused.");
}
