import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { startPostgres } from "./postgres-server.ts";
import { runSql } from "./sql.ts";

let own: ReturnType<typeof startPostgres> | undefined;
after(async () => (await own)?.stop());

/** The DSN of an empty database. Uses the server of the whole run, or starts one when a file is run by itself. */
export async function emptyPostgres(): Promise<string> {
  const url = process.env["LATCHKEY_TEST_POSTGRES"] ?? (await (own ??= startPostgres())).url;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runSql(`${url}/postgres`, `create database ${name}`);
  return `${url}/${name}`;
}
