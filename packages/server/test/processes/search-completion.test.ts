import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { completeSearch } from "../../src/jobs/search-completion.ts";
import { integer } from "../../src/store/database/columns.ts";
import type { Database } from "../../src/store/database/database.ts";
import { command, query } from "../../src/store/database/statement.ts";
import { openDatabase } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port/store.ts";
import { createServer, type Server } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { connectTo, testConfig } from "../support/server.ts";
import { databases } from "./databases.ts";

const IMPORTED = 2_000;
const STEP = 200;

for (const { name, emptyDsn } of databases) {
  describe(`${name}: rows that were imported without what they are found by`, () => {
    it("are indexed in small steps, while searches and other requests are answered", async (t) => {
      const dsn = await emptyDsn();
      const { server, latchkey, calls } = await start(t, dsn);
      await latchkey.createOAuth2Client({ body: { client_id: "photos", owner: "alice" } });
      await importClients(dsn);
      const found = async (): Promise<string | null> => {
        const { headers } = await latchkey.call("listOAuth2Clients", { owner: "alice" });
        return headers.get("x-total-count");
      };

      calls.reads = calls.writes = 0;
      assert.equal(await found(), "1", "what is indexed");
      // One read, and what the jobs of the server may do in that moment.
      assert.ok(calls.reads <= 3 && calls.writes <= 2, JSON.stringify(calls));

      const answered: number[] = [];
      let answers = 0;
      const running = { stopped: false };
      const caller = (async () => {
        while (!running.stopped) {
          await latchkey.getOAuth2Client({ id: "photos" });
          await latchkey.createOAuth2Client({ body: {} });
          answers += 1;
        }
      })();
      const { store, added } = observe(server.context.store, () => answered.push(answers));
      assert.equal(await completeSearch({ ...server.context, store }, "this test"), true);
      running.stopped = true;
      await caller;
      assert.equal(sum(added), IMPORTED);
      assert.ok(Math.max(...added) <= STEP, `long steps: ${added.join()}`);
      assert.ok(new Set(answered).size > 5, `requests waited: ${answered.join()}`);
      assert.equal(await found(), String(IMPORTED + 1));
    });

    it("are indexed by a server that starts", async (t) => {
      const dsn = await emptyDsn();
      const before = await start(t, dsn);
      await before.latchkey.createOAuth2Client({ body: { client_id: "photos", owner: "alice" } });
      await before.server.close();
      await importClients(dsn);
      await start(t, dsn);
      await until(async () => (await countEntries(dsn)) === IMPORTED + 1);
    });

    it("are indexed by one of two servers at a time", async (t) => {
      const dsn = await emptyDsn();
      const [one, two] = [await start(t, dsn), await start(t, dsn)];
      await one.latchkey.createOAuth2Client({ body: { client_id: "photos", owner: "alice" } });
      await importClients(dsn);
      const observed = [one, two].map(({ server }) => observe(server.context.store, () => {}));
      const outcomes = await Promise.all(
        [one, two].map(({ server }, index) =>
          completeSearch(
            { ...server.context, store: observed[index]?.store ?? server.context.store },
            `server ${index}`,
          ),
        ),
      );
      assert.equal(outcomes.filter(Boolean).length, 1, "one had the lease");
      assert.deepEqual(
        observed.map(({ added }) => sum(added)).toSorted((less, more) => less - more),
        [0, IMPORTED],
      );
      assert.equal(await completeSearch(two.server.context, "next"), true, "the lease is free");
    });
  });
}

/** A server that counts its calls of the database. */
async function start(t: TestContext, dsn: string) {
  const calls = { reads: 0, writes: 0 };
  const count = (database: Database): Database => ({
    ...database,
    read: (script) => ((calls.reads += 1), database.read(script)),
    write: (script, options) => ((calls.writes += 1), database.write(script, options)),
    insert: (...rows) => ((calls.writes += 1), database.insert(...rows)),
  });
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const server: Server = await createServer(testConfig({ dsn }), { log, wrapDatabase: count });
  t.after(() => server.close());
  // The pass of the start is over: the tests begin the next.
  await until(() => server.context.store.leases.take(LEASE, "start", server.context.now(), 60));
  await server.context.store.leases.release(LEASE, "start");
  return { server, ...connectTo(server), calls };
}

const LEASE = "search-index";

/** Copies of a client, as SQL inserts them. */
async function importClients(dsn: string): Promise<void> {
  const copy = command({
    given: { first: integer, last: integer },
    sql: `with recursive number (n) as (select :first + 0 union all select n + 1 from number where n < :last + 0)
     insert into client (client_id, document, client_secret_hash, client_key, access_token_epoch)
     select 'imported-' || n, document, client_secret_hash, client_key, access_token_epoch
     from client, number where client_id = 'photos'`,
  });
  await using opened = await open(dsn);
  await opened.database.write(() => copy({ first: 1, last: IMPORTED }));
}

async function countEntries(dsn: string): Promise<number> {
  const count = query({
    returns: { total: integer },
    sql: "select count(*) as total from client_search where owner = 'alice'",
  });
  await using opened = await open(dsn);
  const [row] = await opened.database.read(() => count({}));
  return row?.total ?? 0;
}

async function open(dsn: string) {
  const database = await openDatabase(dsn);
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** The same store, which notes how many entries each step added. */
function observe(store: Store, onStep: () => void) {
  const added: number[] = [];
  const observed: Store = {
    ...store,
    async completeSearch(from) {
      onStep();
      const step = await store.completeSearch(from);
      added.push(step.added);
      return step;
    },
  };
  return { store: observed, added };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await isDone()) return;
    await pause(20);
  }
  assert.fail("not within ten seconds");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
