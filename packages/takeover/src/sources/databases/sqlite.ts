import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { SourceError } from "../../source.ts";
import { type Database, type Row, STREAMED_ROWS, type Value, within } from "./database.ts";

/** How long to wait for a server that writes. */
const BUSY_TIMEOUT_MS = 10_000;

/** Opens a file, with what its `-wal` holds. */
export function openSqlite(path: string): Database {
  if (!existsSync(path)) throw new SourceError(`There is no file ${path}.`);
  const database = openFile(path);

  function query(sql: string, values: readonly Value[] = []): readonly Row[] {
    try {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      return statement.all(...values);
    } catch (error) {
      throw failure(path, error);
    }
  }

  function* stream(sql: string, values: readonly Value[] = []): Iterable<readonly Row[]> {
    try {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      let rows: Row[] = [];
      for (const row of statement.iterate(...values)) {
        rows.push(row);
        if (rows.length < STREAMED_ROWS) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    } catch (error) {
      throw failure(path, error);
    }
  }

  const queryLater: Database["query"] = async (sql, values) => query(sql, values);

  return {
    name: "SQLite",
    async tables() {
      const tables = new Map<string, Set<string>>();
      const columns = query(
        `SELECT t.name AS t, c.name AS c FROM sqlite_master t, pragma_table_xinfo(t.name) c WHERE t.type = 'table'`,
      );
      for (const { t, c } of columns) {
        const name = String(t);
        tables.set(name, (tables.get(name) ?? new Set()).add(String(c)));
      }
      return tables;
    },
    query: queryLater,
    async *stream(sql, values) {
      yield* stream(sql, values);
    },
    snapshot: (work) => within(queryLater, "BEGIN", work),
    mark: async () => String(query("PRAGMA data_version")[0]?.["data_version"]),
    async sizes() {
      try {
        const rows = query(
          `SELECT m.tbl_name AS t, sum(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_master m ON m.name = s.name
           WHERE s.aggregate = TRUE GROUP BY m.tbl_name`,
        );
        return new Map(rows.map(({ t, bytes }) => [String(t), Number(bytes)]));
      } catch {
        return new Map(); // Not every SQLite is built with the table `dbstat`.
      }
    },
    async close() {
      database.close();
    },
  };
}

function openFile(path: string): DatabaseSync {
  try {
    return openChecked(path);
  } catch (error) {
    // A read-only folder has no place for the index of a write-ahead log. Without a log the file alone is all there is.
    const log = `${path}-wal`;
    if (!isUnopened(error)) throw failure(path, error);
    if (existsSync(log) && statSync(log).size > 0) {
      throw new SourceError(
        `The file ${path} cannot be read with its write-ahead log where it is: copy it and ${log} to a folder that can be written.`,
      );
    }
    try {
      const url = pathToFileURL(path);
      url.searchParams.set("immutable", "1");
      return openChecked(url);
    } catch (second) {
      throw failure(path, second);
    }
  }
}

function openChecked(location: string | URL): DatabaseSync {
  const database = new DatabaseSync(location, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isUnopened(error: unknown): boolean {
  return error instanceof Error && /unable to open|readonly/iu.test(error.message);
}

function failure(path: string, error: unknown): SourceError {
  const message = error instanceof Error ? error.message : String(error);
  if (/not a database|malformed/iu.test(message)) {
    return new SourceError(`The file ${path} is not a SQLite database, or damaged: ${message}.`, {
      cause: error,
    });
  }
  return new SourceError(`The file ${path} cannot be read: ${message}.`, { cause: error });
}
