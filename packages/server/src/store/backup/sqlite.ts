import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { insertOne } from "../database/sql.ts";
import type { Script } from "../database/statement.ts";
import { createFile, explainOpening } from "../sqlite/file.ts";
import { loadSqlite } from "../sqlite/load.ts";
import { createStatements, runScript } from "../sqlite/statements.ts";
import { BUSY_TIMEOUT_MS } from "../sqlite/transactions.ts";
import { BackupError } from "./backup-error.ts";
import {
  BATCH_ROWS,
  insertionOf,
  type Load,
  type Snapshot,
  type StoredRow,
  type StoredTable,
} from "./stored-table.ts";

const dialect = { bytes: "blob", in_key_order: "without rowid" };

/** One read transaction. Servers go on writing; their log grows until it ends. */
export async function withSqliteSnapshot<T>(
  path: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (!existsSync(path))
    throw new BackupError(`There is no database file ${resolve(path)}: check dsn.`);
  const connection = openExisting(path);
  try {
    connection.exec("begin");
    const { run } = createStatements(connection);
    run({ sql: "select 1 from sqlite_schema", values: [] }); // The transaction begins with its first statement that reads.
    return await work({
      read: async (script) => runScript(script(), run),
      rows: (table) => rowsOf(connection, table),
    });
  } finally {
    connection.close();
  }
}

/**
 * As a server opens it, so that the files beside it are removed when the last connection is closed. One that only reads would leave
 * them there.
 */
function openExisting(path: string): DatabaseSync {
  const file = pathToFileURL(path);
  file.searchParams.set("mode", "rw");
  try {
    const { DatabaseSync } = loadSqlite();
    const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    connection.exec("pragma query_only = on; select 1 from sqlite_schema");
    return connection;
  } catch (cause) {
    throw explainOpening(path, cause);
  }
}

async function* rowsOf(
  connection: DatabaseSync,
  table: StoredTable,
): AsyncGenerator<readonly StoredRow[]> {
  const names = Object.keys(table.columns).join(", ");
  const statement = connection.prepare(`select ${names} from ${table.name}`);
  statement.setReturnArrays(true);
  let batch: StoredRow[] = [];
  for (const row of statement.iterate()) {
    batch.push(valuesOf(row));
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function valuesOf(row: unknown): StoredRow {
  if (!Array.isArray(row)) throw new TypeError("The driver returned no array.");
  return row;
}

/** Makes a database file, under another name until it is complete. */
export async function loadSqliteFile<T>(
  path: string,
  work: (load: Load) => Promise<T>,
): Promise<T> {
  assertFree(path);
  const draft = `${path}.${process.pid}.partial`;
  try {
    createFile(draft);
  } catch (cause) {
    throw explainOpening(path, cause);
  }
  try {
    const result = await fill(draft, work);
    syncPath(draft);
    assertFree(path);
    renameSync(draft, path);
    syncPath(dirname(path));
    return result;
  } finally {
    removeDatabase(draft);
  }
}

async function fill<T>(draft: string, work: (load: Load) => Promise<T>): Promise<T> {
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(draft);
  try {
    // A draft that is not complete is removed, so that nothing of it has to reach the disk before.
    connection.exec(
      "pragma journal_mode = memory; pragma synchronous = off; pragma foreign_keys = on; begin",
    );
    const { run } = createStatements(connection);
    const result = await work({
      dialect,
      run: async (script) => runScript(script(), run),
      async insert(table, rows) {
        const sql = insertOne(insertionOf(table));
        for (const values of rows) run({ sql, values });
      },
    });
    connection.exec("commit; pragma journal_mode = wal");
    return result;
  } finally {
    connection.close();
  }
}

/** Throws where there is a database, or a file beside it from which SQLite would change the new one. */
function assertFree(path: string): void {
  if (existsSync(path) && statSync(path).size > 0)
    throw new BackupError(
      `${resolve(path)} exists, and a backup is restored into a database that is not there yet: move it away with the files beside it (-wal, -shm), or name another dsn.`,
    );
  const left = [`${path}-wal`, `${path}-journal`].find((file) => existsSync(file));
  if (left !== undefined)
    throw new BackupError(
      `${resolve(left)} is left of another database: remove it, or name another dsn.`,
    );
}

/** Removes a database file and those beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

/** Brings a file, or the names in a folder, to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Scripts on a database in memory. */
interface EmptySqlite {
  readonly dialect: typeof dialect;
  readonly run: <T>(script: () => Script<T>) => T;
}

/** A database in memory, for as long as `work` takes. */
export function withEmptySqlite<T>(work: (database: EmptySqlite) => T): T {
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(":memory:");
  try {
    const { run } = createStatements(connection);
    return work({ dialect, run: (script) => runScript(script(), run) });
  } finally {
    connection.close();
  }
}

/** What is wrong with the pages, the indexes or the references of a file; undefined where nothing is. */
export function findDamage(path: string): string | undefined {
  const connection = openExisting(path);
  try {
    const [pages] = connection.prepare("pragma integrity_check(1)").all();
    if (pages?.["integrity_check"] !== "ok") return String(pages?.["integrity_check"]);
    const [stray] = connection.prepare("pragma foreign_key_check").all();
    if (stray === undefined) return undefined;
    return `a row of ${String(stray["table"])} references none of ${String(stray["parent"])}`;
  } finally {
    connection.close();
  }
}
