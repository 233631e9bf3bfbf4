import { readFileSync } from "node:fs";
import { Client, type ClientConfig, types } from "pg";
import { SourceError } from "../../source.ts";
import {
  CONNECT_TIMEOUT_MS,
  type Database,
  QUERY_TIMEOUT_MS,
  type Row,
  STREAMED_ROWS,
  type Value,
  within,
} from "./database.ts";
import type { Tls } from "./dsn.ts";

/** JSON and times as the database writes them. */
const TEXT_TYPES: ReadonlySet<number> = new Set([114, 1082, 1114, 1184, 3802]);

/** A PostgreSQL or CockroachDB, over `pg` as the store of the server is (decision 42). One connection, whose session cannot write. */
export async function openPostgres(url: string, tls: Tls): Promise<Database> {
  const client = new Client({
    connectionString: url,
    application_name: "latchkey takeover",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ssl: tlsOptions(tls),
    types: {
      getTypeParser: (oid, format) =>
        TEXT_TYPES.has(oid) ? (text: unknown) => text : types.getTypeParser(oid, format),
    },
  });
  // An error between two queries shows in the next one.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SET default_transaction_read_only = on");
    await client.query("SET TIME ZONE 'UTC'");
    await client.query(`SET statement_timeout = ${QUERY_TIMEOUT_MS}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new SourceError(`The PostgreSQL of the source cannot be used: ${messageOf(error)}.`, {
      cause: error,
    });
  }

  async function query(sql: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    try {
      let index = 0;
      const text = sql.replaceAll("?", () => `$${++index}`);
      const result = await client.query<Row>(text, [...values]);
      return result.rows;
    } catch (error) {
      throw new SourceError(`The PostgreSQL of the source did not answer: ${messageOf(error)}.`, {
        cause: error,
      });
    }
  }

  return {
    name: "PostgreSQL",
    async tables() {
      const tables = new Map<string, Set<string>>();
      const columns = await query(
        "SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = current_schema()",
      );
      for (const { t, c } of columns) {
        const name = String(t);
        tables.set(name, (tables.get(name) ?? new Set()).add(String(c)));
      }
      return tables;
    },
    query,
    async *stream(sql, values) {
      await query(`DECLARE streamed NO SCROLL CURSOR FOR ${sql}`, values);
      for (;;) {
        const rows = await query(`FETCH ${STREAMED_ROWS} FROM streamed`);
        if (rows.length > 0) yield rows;
        if (rows.length < STREAMED_ROWS) break;
      }
      await query("CLOSE streamed");
    },
    snapshot: (work) => within(query, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    async mark() {
      try {
        const [row] = await query("SELECT pg_current_wal_insert_lsn()::text AS lsn");
        return row === undefined ? undefined : String(row["lsn"]);
      } catch {
        return undefined; // A standby has none, and CockroachDB no such function.
      }
    },
    async sizes() {
      try {
        const rows = await query(
          `SELECT c.relname AS t, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
           JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'`,
        );
        return new Map(rows.map(({ t, bytes }) => [String(t), Number(bytes)]));
      } catch {
        return new Map(); // CockroachDB has no such function.
      }
    },
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}

function tlsOptions(tls: Tls): ClientConfig["ssl"] {
  if (tls === "off") return false;
  if (tls === "unverified") return { rejectUnauthorized: false };
  return tls === "verified" ? true : { ca: readFileSync(tls.ca, "utf8") };
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
