import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { startPostgres } from "./postgres-server.ts";
import { runSql } from "./sql.ts";

let own: ReturnType<typeof startPostgres> | undefined;
after(async () => (await own)?.stop());

/** The DSN of an empty database. Uses the server of the whole run, or starts one when a file is run by itself. */
export function emptyPostgres(): Promise<string> {
  return createDatabase("template1");
}

/** The DSN of a copy of a database that nothing is connected to. */
export function copyPostgres(dsn: string): Promise<string> {
  return createDatabase(new URL(dsn).pathname.slice(1));
}

async function createDatabase(template: string): Promise<string> {
  const url = process.env["LATCHKEY_TEST_POSTGRES"] ?? (await (own ??= startPostgres())).url;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runSql(`${url}/postgres`, `create database ${name} template ${template}`);
  return `${url}/${name}`;
}
