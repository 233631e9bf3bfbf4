import { text, type Value } from "../database/columns.ts";
import { arraysOf, insertMany } from "../database/sql.ts";
import { query } from "../database/statement.ts";
import type { Connection } from "../postgres/connection.ts";
import { readServers } from "../postgres/dsn.ts";
import { createPool } from "../postgres/pool.ts";
import { runScript } from "../postgres/run-batch.ts";
import { createStatementNames } from "../postgres/statement-names.ts";
import { BackupError } from "./backup-error.ts";
import {
  BATCH_ROWS,
  columnsOf,
  insertionOf,
  type Load,
  type Snapshot,
  type StoredRow,
  type StoredTable,
} from "./stored-table.ts";

/** One transaction that sees what was committed before it began. Cursors keep the memory flat on both sides. */
export function withPostgresSnapshot<T>(
  dsn: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const kind = { begin: "begin isolation level repeatable read read only", end: rollBack };
  return inTransaction(dsn, kind, (connection) =>
    work({
      read: (script) => runScript(script(), connection, Infinity),
      rows: (table) => rowsOf(connection, table),
    }),
  );
}

async function* rowsOf(
  connection: Connection,
  table: StoredTable,
): AsyncGenerator<readonly StoredRow[]> {
  const names = Object.keys(table.columns);
  const cursor = `rows_of_${table.name}`; // A name of its own, since its fetches are prepared statements.
  await connection.execute(
    `declare ${cursor} no scroll cursor for select ${names.join(", ")} from ${table.name}`,
    Infinity,
  );
  const fetch = { sql: `fetch ${BATCH_ROWS} from ${cursor}`, values: [] };
  for (;;) {
    const rows = await connection.run(fetch, Infinity);
    if (rows.length === 0) break;
    yield rows.map((row) => names.map((name) => valueOf(row[name])));
  }
  await connection.execute(`close ${cursor}`, Infinity);
}

function valueOf(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`The driver returned a ${typeof value}.`);
}

/** One transaction: the database stays empty unless it is committed. */
export function loadPostgres<T>(dsn: string, work: (load: Load) => Promise<T>): Promise<T> {
  return inTransaction(dsn, writing, async (connection) => {
    const [taken] = await runScript(selectTable({}), connection, Infinity);
    if (taken !== undefined)
      throw new BackupError(
        `The database has tables already, such as ${taken.name}: a backup is restored into an empty one.`,
      );
    return work({
      dialect: { bytes: "bytea", in_key_order: "", has_sessions: true },
      run: (script) => runScript(script(), connection, Infinity),
      async insert(table, rows) {
        const values = arraysOf(columnsOf(table), rows);
        await connection.run({ sql: insertMany(insertionOf(table)), values }, Infinity);
      },
    });
  });
}

const selectTable = query({
  returns: { name: text },
  sql: `select table_name::text as name from information_schema.tables
   where table_schema = current_schema() order by table_name limit 1`,
});

/** Removes tables of a database. */
export function dropPostgresTables(dsn: string, tables: readonly string[]): Promise<void> {
  return inTransaction(dsn, writing, (connection) =>
    connection.execute(`drop table if exists ${tables.join(", ")} cascade`, Infinity),
  );
}

/** How a transaction begins, and ends where its work succeeded. */
interface Kind {
  readonly begin: string;
  readonly end: (connection: Connection) => Promise<void>;
}

const writing: Kind = { begin: "begin", end: commit };

/** A transaction on a connection of its own, however long it takes. */
async function inTransaction<T>(
  dsn: string,
  { begin, end }: Kind,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const timeouts = { connect_ms: 5_000, statement_ms: 5_000 };
  const names = createStatementNames();
  const pool = createPool({ servers: readServers(dsn), max: 1, timeouts, names });
  try {
    return await pool.lend(performance.now() + timeouts.statement_ms, async (connection) => {
      // Of the transaction alone: a pooler may give the session to others.
      const unlimited =
        "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";
      await connection.execute(`${begin}; ${unlimited}`, Infinity);
      const result = await work(connection).catch(async (cause: unknown) => {
        await rollBack(connection);
        throw cause;
      });
      await end(connection);
      return result;
    });
  } finally {
    await pool.close();
  }
}

async function commit(connection: Connection): Promise<void> {
  try {
    await connection.execute("commit", Infinity);
  } catch (cause) {
    if (!connection.isLost()) throw cause;
    throw new BackupError(
      "The connection was lost while the database committed, so that the outcome is not known: if the database has tables, it has all rows; if it has none, try again.",
      { cause },
    );
  }
}

async function rollBack(connection: Connection): Promise<void> {
  try {
    if (!connection.isLost()) await connection.execute("rollback", performance.now() + 1_000);
  } catch {
    connection.destroy(); // Then the server does it.
  }
}
