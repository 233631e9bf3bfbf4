import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { describeStore } from "../store/conformance/conformance.ts";
import { openPostgres } from "../../src/store/postgres/postgres.ts";
import { startLoad } from "../faults/load.ts";
import { type PgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { startPeer } from "../support/processes.ts";
import { programOf } from "../support/programs.ts";
import { runSql } from "../support/sql.ts";

const program = programOf("pgbouncer");
const OPTIONS = { connections: 10, statement_ms: 20_000, connect_ms: 10_000 };
/** Fewer connections to PostgreSQL than the servers open to PgBouncer. */
const TRANSACTION_MODE = ["pool_mode = transaction", "default_pool_size = 3"];

const started: PgBouncer[] = [];
after(() => Promise.all(started.map((bouncer) => bouncer.stop())));

async function start(...settings: readonly string[]): Promise<string> {
  const bouncer = await startPgBouncer(program, await emptyPostgres(), settings);
  started.push(bouncer);
  return bouncer.dsn;
}

describe("with PgBouncer", () => {
  describeStore("PgBouncer in transaction mode", async () => {
    const dsn = await start(...TRANSACTION_MODE);
    return () => openPostgres(dsn, OPTIONS);
  });

  for (const [mode, ...settings] of [
    ["session mode", "pool_mode = session", "default_pool_size = 40"],
    ["transaction mode", ...TRANSACTION_MODE],
  ]) {
    it(`in ${mode}, a server under load serves every request and loses no token`, async () => {
      const dsn = await start(...settings);
      const server = await startPeer(dsn, { "serve.workers": "2" });
      const load = await startLoad(server, 10);
      await load.untilServed();
      await runSql(
        dsn,
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
      );
      await load.untilServed();
      await load.finish();
      assert.equal((await server.kill("SIGTERM")).code, 0);
    });
  }

  it("in statement mode, a server says at its start why it cannot work", async () => {
    const dsn = await start("pool_mode = statement");
    const settings = { "serve.workers": "1", "limits.database.startup_timeout": "1s" };
    await assert.rejects(startPeer(dsn, settings), /transaction/i);
  });
});
