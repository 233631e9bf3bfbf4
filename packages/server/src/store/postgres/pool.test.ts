import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { runSql } from "../../../test/support/sql.ts";
import { type Connection, ConnectionLostError } from "./connection.ts";
import { readServers } from "./dsn.ts";
import { createPool, type Pool } from "./pool.ts";
import { createStatementNames } from "./statement-names.ts";

describe("idle connections of a pool", async () => {
  const dsn = await emptyPostgres();
  const soon = (): number => performance.now() + 20_000;

  function openPool(max: number): Pool {
    const pool = createPool({
      servers: readServers(dsn),
      max,
      timeouts: { statement_ms: 20_000, connect_ms: 10_000 },
      names: createStatementNames(),
    });
    after(() => pool.close());
    return pool;
  }

  it("are counted apart from those in use and from callers that wait", async () => {
    const pool = openPool(1);
    assert.deepEqual(pool.usage(), { in_use: 0, idle: 0, waiting: 0 });
    const used = await pool.lend(soon(), async () => {
      const other = pool.lend(soon(), async () => pool.usage());
      const meanwhile = pool.usage();
      return { meanwhile, other };
    });
    assert.deepEqual(used.meanwhile, { in_use: 1, idle: 0, waiting: 1 });
    assert.deepEqual(await used.other, { in_use: 1, idle: 0, waiting: 0 });
    assert.deepEqual(pool.usage(), { in_use: 0, idle: 1, waiting: 0 });
  });

  it("are not lent once the database has ended them: another one is opened", async () => {
    const pool = openPool(1);
    const idle = await pool.lend(soon(), async (connection) => connection);
    await runSql(
      dsn,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    while (!idle.isLost()) await pause(5);
    await pool.lend(soon(), async (connection) => {
      assert.notEqual(connection, idle);
      await connection.execute("select 1", soon());
    });
  });

  it("are closed when a statement on another one gets no answer in time", async () => {
    const pool = openPool(2);
    const held = Promise.withResolvers<void>();
    const idle = pool.lend(soon(), async (connection): Promise<Connection> => {
      await held.promise;
      return connection;
    });
    const stalled = pool.lend(soon(), async () => {
      held.resolve();
      await idle;
      throw new ConnectionLostError("No answer.", true);
    });
    await assert.rejects(stalled, ConnectionLostError);
    assert.equal((await idle).isLost(), true);
  });
});
