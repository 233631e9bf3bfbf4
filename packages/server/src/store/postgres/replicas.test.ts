import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type FaultProxy, startFaultProxy } from "../../../test/support/fault-proxy.ts";
import { startReplicatedPostgres } from "../../../test/support/postgres-server.ts";
import { runSql } from "../../../test/support/sql.ts";
import type { RawRow } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import type { Script } from "../database/statement.ts";
import { openPostgres } from "./postgres.ts";

const OPTIONS = { connections: 4, statement_ms: 2_000, connect_ms: 1_000 };

/** Whether a standby ran this, and the notes that it saw. */
function* readNotes(): Script<{ readonly on_standby: boolean; readonly notes: readonly RawRow[] }> {
  const [row] = yield { sql: "select pg_is_in_recovery() as on_standby", values: [] };
  const notes = yield { sql: "select text from note order by text", values: [] };
  return { on_standby: row?.["on_standby"] === true, notes };
}

describe("reads that a replica may answer", () => {
  let databases: Awaited<ReturnType<typeof startReplicatedPostgres>>;
  let replica: string;
  let proxy: FaultProxy;
  let database: Database;
  const counts = { primary: 0, replica: 0 };

  before(async () => {
    databases = await startReplicatedPostgres();
    const primary = `${databases.primary.url}/postgres`;
    await runSql(primary, "create table note (text text primary key)");
    const { port } = new URL(databases.standby.url);
    const url = new URL(primary);
    url.port = port;
    replica = url.href;
    proxy = await startFaultProxy(replica);
    database = openPostgres(primary, {
      ...OPTIONS,
      replicas: [proxy.dsn],
      onStaleRead: (by) => void (counts[by] += 1),
    });
  });
  after(async () => {
    await database.close();
    await proxy.close();
    await Promise.all([databases.primary.stop(), databases.standby.stop()]);
  });

  /** Reads until what is read is as it should be. */
  async function until(
    holds: (found: Awaited<ReturnType<typeof read>>) => boolean,
  ): Promise<Awaited<ReturnType<typeof read>>> {
    for (const giveUpAt = performance.now() + 20_000; ; await pause(20)) {
      const found = await read();
      if (holds(found)) return found;
      assert.ok(performance.now() < giveUpAt, JSON.stringify(found));
    }
  }
  const read = () => database.readStale(readNotes);

  async function write(text: string): Promise<void> {
    await database.write(function* insert(): Script<void> {
      yield { sql: "insert into note values ($1)", values: [text] };
    });
  }

  it("run on the replica, are counted, and see what was written", async () => {
    await write("a first note");
    const { notes } = await until(({ on_standby }) => on_standby);
    assert.deepEqual(notes, [{ text: "a first note" }]);
    const earlier = { ...counts };
    assert.equal((await read()).on_standby, true);
    assert.deepEqual(counts, { ...earlier, replica: earlier.replica + 1 });
  });

  it("are the only ones: others run on the primary", async () => {
    assert.equal((await database.read(readNotes)).on_standby, false);
  });

  it("run on the primary while the replica refuses connections, and on the replica again later", async () => {
    proxy.refuse();
    assert.equal((await read()).on_standby, false);
    assert.equal((await read()).on_standby, false);
    proxy.mend();
    await until(({ on_standby }) => on_standby);
  });

  it("run on the primary while the replica does not respond", async () => {
    proxy.blackHole();
    const found = await read();
    assert.equal(found.on_standby, false);
    assert.equal(found.notes.length, 1);
    proxy.mend();
    proxy.drop();
    await until(({ on_standby }) => on_standby);
  });

  it("run on the primary while the replica lags", async () => {
    await runSql(replica, "select pg_wal_replay_pause()");
    await write("a second note");
    const { notes } = await until(({ on_standby }) => !on_standby);
    assert.equal(notes.length, 2);
    await runSql(replica, "select pg_wal_replay_resume()");
    const again = await until(({ on_standby }) => on_standby);
    assert.equal(again.notes.length, 2);
  });
});
