import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "../../src/store/open.ts";
import { StoreUnavailableError } from "../../src/store/port/unavailable.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { runSql } from "../support/sql.ts";

const postgres = await startPostgres();
after(() => postgres.stop());
const dsn = `${postgres.url}/postgres`;

it("a server whose PostgreSQL stops to accept writes is not ready, before a write was tried", async (t) => {
  const database = await openDatabase(dsn, { statement_ms: 500 });
  t.after(() => database.close());
  await database.check();

  await configure("alter system set default_transaction_read_only = on");
  const reason = await firstRejection(() => database.check());
  assert.ok(reason instanceof StoreUnavailableError, String(reason));
  assert.match(reason.message, /takes no writes/);
  await assert.rejects(database.check(), StoreUnavailableError);

  await configure("alter system reset default_transaction_read_only");
  await firstSuccess(() => database.check());
});

it("a server is not ready for a while after a write for which the disk of PostgreSQL had no space", async (t) => {
  const database = await openDatabase(dsn, { statement_ms: 500 });
  t.after(() => database.close());
  await runSql(
    dsn,
    `create function refuse() returns int language plpgsql as
     'begin raise exception using errcode = ''disk_full''; end'`,
  );
  const write = database.write(function* refused() {
    yield { sql: "select refuse()", values: [] };
  });
  await assert.rejects(write, StoreUnavailableError);
  await database.write(function* accepted() {
    yield { sql: "select 1", values: [] };
  }); // The writer has recovered by then.
  await assert.rejects(database.check(), StoreUnavailableError);
  await firstSuccess(() => database.check());
});

async function configure(sql: string): Promise<void> {
  await runSql(dsn, sql);
  await runSql(dsn, "select pg_reload_conf()");
}

/** The processes of PostgreSQL read their settings again a moment later. */
async function firstRejection(call: () => Promise<void>): Promise<unknown> {
  for (let attempt = 1; attempt <= 200; attempt += 1) {
    try {
      await call();
    } catch (reason) {
      return reason;
    }
    await pause(20);
  }
  return assert.fail("It was ready all the time.");
}

async function firstSuccess(call: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (reason) {
      if (attempt === 500) throw reason;
    }
    await pause(20);
  }
}
