import { randomBytes } from "node:crypto";
import { after, before, describe } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { runSql } from "../../../test/support/sql.ts";
import { createSealer } from "../../crypto/sealed.ts";
import { NOW, type Servers } from "../../../test/store/conformance/example.ts";
import { describeLists } from "../../../test/store/conformance/lists.ts";
import { openTestStore } from "../../../test/support/store.ts";
import { openPostgres } from "./postgres.ts";

/** In a database like those of most operators, "a" < "B" < "c", and punctuation hardly counts. */
describe("PostgreSQL with the collation of a language", () => {
  let opened: Servers | undefined;

  before(async () => {
    const dsn = await collatedPostgres();
    const connect = () =>
      openPostgres(dsn, { connections: 5, statement_ms: 5_000, connect_ms: 2_000 });
    const sealer = createSealer([randomBytes(16).toString("hex")]);
    const database = connect();
    const store = await openTestStore(database, { sealer, now: NOW });
    opened = { database, store, peer: await openTestStore(connect(), { sealer, now: NOW }) };
  });
  after(async () => {
    await opened?.store.close();
    await opened?.peer.close();
  });

  describeLists(() => {
    if (opened === undefined) throw new Error("The database is not open.");
    return opened;
  });
});

async function collatedPostgres(): Promise<string> {
  const dsn = new URL(await emptyPostgres());
  const name = `${dsn.pathname.slice(1)}_en`;
  const options = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'";
  await runSql(dsn.href, `create database ${name} ${options}`);
  dsn.pathname = `/${name}`;
  return dsn.href;
}
