import { Client } from "pg";

/** Runs one text on a database, with a connection of its own, and answers its rows. */
export async function runSql(
  dsn: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return withClient(dsn, async (client) => (await client.query(text, [...values])).rows);
}

/** Lends a connection of the driver. */
export async function withClient<T>(dsn: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: dsn });
  client.on("error", () => {}); // Tests end connections of others, and sometimes their own.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
