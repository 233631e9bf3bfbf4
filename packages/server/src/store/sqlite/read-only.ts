import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Database } from "../database/database.ts";
import { explainOpening } from "./file.ts";
import { loadSqlite } from "./load.ts";
import { runScript } from "./statements.ts";
import { BUSY_TIMEOUT_MS } from "./transactions.ts";

/** Opens a file for reading alone; undefined when there is none. No file is created or changed. */
export function openReadOnly(path: string): Pick<Database, "read" | "close"> | undefined {
  if (!existsSync(path)) return undefined;
  const connection = connectReadOnly(path);
  return {
    read: async (script) =>
      runScript(script(), ({ sql, values }) => connection.prepare(sql).all(...values)),
    close: async () => connection.close(),
  };
}

/** A connection to a file that exists. */
function connectReadOnly(path: string): DatabaseSync {
  const file = pathToFileURL(path);
  // SQLite creates a write-ahead log that is missing, unless the file is declared immutable.
  if (!existsSync(`${path}-wal`)) file.searchParams.set("immutable", "1");
  try {
    const { DatabaseSync } = loadSqlite();
    const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    connection.exec("select 1 from sqlite_schema"); // Fails where the file is no database.
    return connection;
  } catch (cause) {
    throw explainOpening(path, cause);
  }
}
