import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import { startPostgres } from "./postgres-server.ts";

let own: ReturnType<typeof startPostgres> | undefined;
after(async () => (await own)?.stop());

/** The DSN of an empty database. Uses the server of the whole run, or starts one when a file is run by itself. */
export async function emptyPostgres(): Promise<string> {
  const url = process.env["LATCHKEY_TEST_POSTGRES"] ?? (await (own ??= startPostgres())).url;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runSql(`${url}/postgres`, `create database ${name}`);
  return `${url}/${name}`;
}

/** Runs one text on a database, with a connection of its own, and answers its rows. */
export async function runSql(
  dsn: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return withClient(dsn, async (client) => (await client.query(text, [...values])).rows);
}

/** Lends a connection of the driver. */
export async function withClient<T>(
  dsn: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: dsn });
  client.on("error", () => {}); // Tests end connections of others, and sometimes their own.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
