import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createServer } from "../../src/process/server.ts";
import { text } from "../../src/store/database/columns.ts";
import type { Database } from "../../src/store/database/database.ts";
import { query } from "../../src/store/database/statement.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { authorize, codeFor, redeem, refresh, requestOf, signIn } from "../support/flow.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { startTestServer, testConfig } from "../support/server.ts";

const SETTINGS = {
  "limits.database.statement_timeout": "800ms",
  "limits.database.connect_timeout": "300ms",
};

const proxy = await startFaultProxy(await emptyPostgres());
const settings = { ...SETTINGS, dsn: proxy.dsn };
const world = await startTestServer(settings, { now_ms: Date.now });
/** Another server on the same database. */
const other = await startTestServer(settings, { now_ms: Date.now });
after(() => proxy.close());

const photos = await registerApp(world.latchkey);
const { refresh_token } = await signIn(world, photos);

async function readiness(): Promise<number> {
  return (await world.fetch("http://public.test/health/ready")).status;
}

async function untilReady(): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; (await readiness()) !== 200; await pause(20)) {
    assert.ok(performance.now() < giveUpAt, "not ready for 20 s");
  }
}

function logged(): readonly Readonly<Record<string, unknown>>[] {
  world.server.context.log.flush();
  const lines = world.lines.join("").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Waits until the log says that the outage is over, and returns that line; undefined if there was none. */
async function untilOver(): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const giveUpAt = performance.now() + 20_000; ; await pause(50)) {
    const last = logged().findLast(({ msg }) => String(msg).startsWith("database "));
    if (last === undefined || last["msg"] === "database available again") return last;
    assert.ok(performance.now() < giveUpAt, `not over for 20 s: ${JSON.stringify(last)}`);
  }
}

const faults: [name: string, begin: () => void][] = [
  ["stalls", () => proxy.stall()],
  ["is cut off without a word", () => proxy.blackHole()],
  ["refuses connections", () => proxy.refuse()],
];

for (const [name, begin] of faults) {
  describe(`a server whose PostgreSQL ${name}`, () => {
    it("answers 503 and when to come again, as JSON or as a page, and is not ready", async () => {
      await untilReady();
      await pause(300); // A good answer is kept for a quarter of a second.
      begin();
      const replies = await Promise.all([
        refresh(world, photos, refresh_token),
        world.latchkey.call("listOAuth2Clients", { limit: 7 }),
        world.latchkey.call("deleteJsonWebKeySet", { set: "mail" }),
      ]);
      for (const reply of replies) {
        assertRefused(reply, 503, "temporarily_unavailable");
        assert.equal(reply.headers.get("retry-after"), "1");
      }
      const page = await authorize(openBrowser(world), requestOf(photos));
      assert.equal(page.status, 503);
      assert.equal(page.headers.get("retry-after"), "1");
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
      assert.equal(await readiness(), 503);
    });

    it("is ready again by itself when the database is", async () => {
      proxy.mend();
      await untilReady();
      const { client_id } = await world.latchkey.getOAuth2Client({ id: photos.client_id });
      assert.equal(client_id, photos.client_id);
    });

    it("has not repeated itself in the log", () => {
      const waits = logged().filter(
        ({ msg, job }) => job === "revision-watch" && msg === "job waits for the database",
      );
      assert.ok(waits.length <= faults.length, JSON.stringify(waits));
    });
  });
}

it("an outage of PostgreSQL is logged once in full, in a line for each kind of failure, and when it is over", async () => {
  await untilReady();
  await untilOver();
  const before = logged().length;
  proxy.refuse();
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      world.latchkey.call("listOAuth2Clients", { limit: index + 1 }),
    ),
  );
  proxy.mend();
  await untilReady();
  const over = await untilOver();
  for (const reply of replies) assertRefused(reply, 503, "temporarily_unavailable");
  const failures = ["database unavailable", "job waits for the database"];
  const full = logged()
    .slice(before)
    .filter(({ msg }) => failures.includes(String(msg)));
  assert.ok(full.length > 0 && full.length < 10, JSON.stringify(full));
  assert.equal(full.filter(({ error }) => error !== undefined).length, 1, "one stack trace");
  assert.equal(new Set(full.map(({ reason }) => reason)).size, full.length);
  assert.equal(over?.["refused"], replies.length);
});

describe("limits.database.statement_timeout", () => {
  it("is counted where the database did not answer in time", async () => {
    const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
    assert.match(
      page,
      /^latchkey_limit_hits_total\{limit="limits\.database\.statement_timeout"\} [1-9]/m,
    );
  });

  it("is set in the database too, a little shorter", async (t) => {
    let database: Database | undefined;
    const server = await createServer(testConfig(settings), {
      wrapDatabase: (opened) => (database = opened),
    });
    t.after(() => server.close());
    const rows = await database?.read(() => shown({}));
    assert.deepEqual(
      rows?.map((row) => ({ ...row })),
      [{ statement: "720ms", idle_in_transaction: "800ms" }],
    );
  });
});

it("limits.database.connect_timeout is the deadline of every attempt to connect", async (t) => {
  const { mock } = t.mock.method(globalThis, "setTimeout");
  const own = { ...settings, "limits.database.connect_timeout": "4321ms" };
  const server = await createServer(testConfig(own));
  t.after(() => server.close());
  assert.ok(mock.calls.some(({ arguments: [, delay_ms] }) => delay_ms === 4_321));
});

const shown = query({
  returns: { statement: text, idle_in_transaction: text },
  sql: `select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle_in_transaction`,
});

describe("a code whose redemption was answered 503 although it was committed", () => {
  for (const [name, server] of [
    ["the same server", () => world],
    ["another server", () => other],
  ] as const) {
    it(`can be redeemed at ${name} when the database is back`, async () => {
      await untilReady();
      const code = await codeFor(world, photos);
      proxy.cutAfterCommit(1, () => proxy.refuse());
      assert.equal((await redeem(world, photos, code)).status, 503);
      await pause(600); // The other server notices, too.
      proxy.mend();
      let reply = await redeem(server(), photos, code);
      for (const giveUpAt = performance.now() + 20_000; reply.status === 503; await pause(50)) {
        assert.ok(performance.now() < giveUpAt, "503 for 20 s");
        reply = await redeem(server(), photos, code);
      }
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.notEqual((await redeem(world, photos, code)).status, 200, "and only once");
    });
  }
});

it("the host of the database is logged without credentials, and its connections are counted", async () => {
  const connected = logged().filter(({ msg }) => msg === "connected to the database");
  assert.equal(connected.length, 1, "once, as all connections go to one server");
  assert.match(String(connected[0]?.["address"]), /^(?:127\.0\.0\.1|localhost):\d+$/);
  const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
  const value = (name: string) =>
    Number(new RegExp(`^latchkey_database_connections_${name} (\\d+)$`, "m").exec(page)?.[1]);
  assert.ok(value("opened_total") > 2, "lost ones were replaced");
  assert.ok(value("in_use") + value("idle") > 0);
  assert.equal(value("waiting"), 0);
});
