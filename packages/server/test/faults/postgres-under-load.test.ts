import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { ServingProcess } from "../processes/latchkey-process.ts";
import { startReplicatedPostgres } from "../support/postgres-server.ts";
import { startPeer } from "../support/processes.ts";
import { runSql } from "../support/sql.ts";
import { type Load, startLoad } from "./load.ts";

type Replicated = Awaited<ReturnType<typeof startReplicatedPostgres>>;

/**
 * One server process under load, on two PostgreSQL servers of which the second is a synchronous standby. One fault follows
 * another. No answer may be a refusal, and in the end everything that was acknowledged must be there.
 */
describe("a server whose PostgreSQL fails under load", () => {
  let databases: Replicated;
  let server: ServingProcess;
  let load: Load;

  before(async () => {
    databases = await startReplicatedPostgres();
    const { primary, standby } = databases;
    await runSql(`${primary.url}/postgres`, "create database latchkey");
    const dsn = `${primary.url},127.0.0.1:${new URL(standby.url).port}/latchkey?target_session_attrs=read-write`;
    server = await startPeer(dsn, { "serve.workers": "1" }, { timeout_ms: 180_000 });
    load = await startLoad(server, 40);
    await load.untilServed();
  });
  after(async () => {
    await server.kill("SIGKILL");
    await Promise.all([databases.primary.stop(), databases.standby.stop()]);
  });

  /** The database needs a while to recover, which is its own affair. */
  async function untilDatabaseServes(): Promise<void> {
    for (const giveUpAt = performance.now() + 30_000; ; await pause(20)) {
      try {
        // A write, so that the standby is back too.
        await runSql(
          `${databases.primary.url}/postgres`,
          "create table if not exists back (at int)",
        );
        await runSql(`${databases.primary.url}/postgres`, "insert into back values (1)");
        return;
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
      }
    }
  }

  it("goes on when its connections are terminated, ten times in a second", async () => {
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'latchkey' and pid <> pg_backend_pid()`;
    for (let round = 1; round <= 10; round += 1) {
      await runSql(`${databases.primary.url}/postgres`, terminate);
      await pause(100);
    }
    await load.untilServed();
  });

  it("goes on after a fast restart", async () => {
    await databases.primary.restart();
    await untilDatabaseServes();
    await load.untilServed();
  });

  it("goes on after a process of the database is killed, and all others with it", async () => {
    const [backend] = await runSql(
      `${databases.primary.url}/postgres`,
      "select pid from pg_stat_activity where datname = 'latchkey' limit 1",
    );
    process.kill(Number(backend?.["pid"]), "SIGKILL");
    await untilDatabaseServes();
    await load.untilServed();
  });

  it("goes on after the whole database is killed and started again", async () => {
    await databases.primary.kill();
    await databases.primary.start();
    await untilDatabaseServes();
    await load.untilServed();
  });

  it("goes on with the standby when the primary is killed", async () => {
    await databases.primary.kill();
    await databases.standby.promote();
    await load.untilServed();
  });

  it("has refused nothing, lost nothing, and never ended", async () => {
    await load.finish();
    assert.ok(load.served() > 0);
    const ending = await server.kill("SIGTERM");
    assert.equal(ending.code, 0, ending.err + ending.out);
  });
});
