import { readFileSync } from "node:fs";
import { type Connection, createConnection } from "mysql2/promise";
import { SourceError } from "../../source.ts";
import {
  CONNECT_TIMEOUT_MS,
  type Database,
  QUERY_TIMEOUT_MS,
  type Row,
  type Value,
  within,
} from "./database.ts";
import type { MysqlServer, Tls } from "./dsn.ts";

/** A MySQL or MariaDB. One connection, whose session cannot write. */
export async function openMysql(server: MysqlServer, tls: Tls): Promise<Database> {
  let connection: Connection;
  try {
    connection = await createConnection({
      ...server,
      charset: "utf8mb4",
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Times are text, and UTC: columns of the type TIMESTAMP are written in the zone of the session.
      dateStrings: true,
      timezone: "Z",
      jsonStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      ...tlsOptions(tls),
    });
    connection.on("error", () => undefined);
    await connection.query("SET time_zone = '+00:00'");
    await connection.query("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  } catch (error) {
    throw new SourceError(`The MySQL of the source cannot be used: ${messageOf(error)}.`, {
      cause: error,
    });
  }

  async function query(sql: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    try {
      const [rows] = await connection.query({
        sql,
        values: [...values],
        timeout: QUERY_TIMEOUT_MS,
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A SELECT returns rows; the options above decide their types.
      return rows as unknown as Row[];
    } catch (error) {
      throw new SourceError(`The MySQL of the source did not answer: ${messageOf(error)}.`, {
        cause: error,
      });
    }
  }

  return {
    name: "MySQL",
    async tables() {
      const tables = new Map<string, Set<string>>();
      const columns = await query(
        "SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = database()",
      );
      for (const { t, c } of columns) {
        const name = String(t);
        tables.set(name, (tables.get(name) ?? new Set()).add(String(c)));
      }
      return tables;
    },
    query,
    async *stream(sql, values) {
      yield await query(sql, values);
    },
    snapshot: (work) =>
      within(query, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", work),
    mark: async () => undefined, // What says it needs rights that reading does not.
    async sizes() {
      const rows = await query(
        `SELECT table_name AS t, data_length + index_length AS bytes FROM information_schema.tables
         WHERE table_schema = database()`,
      );
      return new Map(rows.map(({ t, bytes }) => [String(t), Number(bytes)]));
    },
    async close() {
      connection.destroy();
    },
  };
}

function tlsOptions(tls: Tls): { readonly ssl?: { rejectUnauthorized?: boolean; ca?: string } } {
  if (tls === "off") return {};
  if (tls === "unverified") return { ssl: { rejectUnauthorized: false } };
  return { ssl: tls === "verified" ? {} : { ca: readFileSync(tls.ca, "utf8") } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
