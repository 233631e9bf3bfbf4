import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { createLog } from "./log.ts";
import { createOutageLog } from "./outage-log.ts";

/** An outage log whose clock and timers the test advances, a second at a time. */
function open(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const lines: string[] = [];
  const log = createLog({ level: "info", format: "json", write: (text) => lines.push(text) });
  const database = { is_available: false };
  let now = 0;
  const outages = createOutageLog({
    log,
    clock: () => now,
    ping: async () => assert.ok(database.is_available),
  });
  return {
    outages,
    database,
    refuse: (kind = "refused") =>
      outages.report({ subject: "request", kind }, () => ({ route: "/oauth2/token" })),
    probe: () => outages.report({ subject: "readiness_probe", kind: "late" }, () => ({})),
    fail: (job: string, kind = "refused") =>
      outages.report({ subject: "job", kind }, () => ({ job, error: new Error(kind) })),
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000;
        t.mock.timers.tick(1_000);
        await nextTick();
      }
    },
    /** The lines since the last call, without their time. */
    logged: () => {
      log.flush();
      const written = lines.splice(0).join("").trim().split("\n").filter(Boolean);
      return written.map((line) => {
        const { time: _, ...rest }: Record<string, unknown> = JSON.parse(line);
        return rest;
      });
    },
  };
}

const first = { level: "warn", msg: "database unavailable", route: "/oauth2/token" };

describe("an outage log", () => {
  it("logs the first failure in full, and counts the others every ten seconds", async (t) => {
    const { refuse, pass, logged } = open(t);
    for (let count = 0; count < 100; count += 1) refuse();
    assert.deepEqual(logged(), [first]);
    await pass(9);
    assert.deepEqual(logged(), []);
    refuse();
    await pass(1);
    const [line, ...more] = logged();
    assert.deepEqual([line?.["level"], line?.["msg"]], ["warn", "database still unavailable"]);
    assert.deepEqual([line?.["refused"], line?.["not_ready"]], [101, 0]);
    assert.deepEqual(more, []);
  });

  it("logs the first failure of another kind in a short line, with its reason", async (t) => {
    const { refuse, probe, fail, logged } = open(t);
    for (let count = 0; count < 3; count += 1) {
      refuse("refused");
      refuse("timed out");
      probe();
      fail("sweeper", "reset");
    }
    assert.deepEqual(logged(), [
      first,
      { ...first, reason: "timed out" },
      { level: "warn", msg: "database does not respond", reason: "late" },
      { level: "warn", msg: "job waits for the database", job: "sweeper", reason: "reset" },
    ]);
  });

  it("has one stack trace, whichever jobs and requests fail", async (t) => {
    const { refuse, fail, pass, database, logged } = open(t);
    for (const job of ["sweeper", "revision-watch", "logout-deliveries"]) fail(job);
    fail("sweeper");
    refuse();
    const [line, ...more] = logged();
    assert.deepEqual([line?.["msg"], line?.["job"]], ["job waits for the database", "sweeper"]);
    assert.match(JSON.stringify(line?.["error"]), /"stack":/);
    assert.deepEqual(more, []);
    database.is_available = true;
    await pass(5);
    const [over] = logged();
    assert.deepEqual([over?.["refused"], over?.["jobs"]], [1, 4]);
  });

  it("has no stack trace where a peer process has logged one a moment ago", async (t) => {
    const { outages, refuse, fail, pass, database, logged } = open(t);
    outages.peerBegan();
    await pass(2);
    fail("sweeper");
    assert.deepEqual(logged(), [
      { level: "warn", msg: "job waits for the database", job: "sweeper", reason: "refused" },
    ]);
    database.is_available = true;
    await pass(60);
    logged();
    refuse();
    assert.deepEqual(logged(), [first], "the next outage is another one");
  });

  it("knows a limited number of kinds", (t) => {
    const { refuse, logged } = open(t);
    for (let count = 0; count < 1_000; count += 1) refuse(`kind ${count}`);
    assert.equal(logged().length, 16);
  });

  it("logs the end of the outage, its duration and its totals", async (t) => {
    const { refuse, probe, pass, database, logged } = open(t);
    refuse();
    await pass(4);
    refuse();
    probe();
    database.is_available = true;
    await pass(2);
    logged();
    await pass(1);
    assert.deepEqual(logged(), [
      {
        level: "warn",
        msg: "database available again",
        refused: 2,
        not_ready: 1,
        jobs: 0,
        duration_ms: 4_000,
      },
    ]);
    await pass(60);
    assert.deepEqual(logged(), [], "once");
    refuse();
    assert.deepEqual(logged(), [first], "the next outage is another one");
  });

  it("does not take an outage without requests for its end", async (t) => {
    const { refuse, pass, database, logged } = open(t);
    refuse();
    logged();
    await pass(3_600);
    assert.deepEqual(logged(), []);
    database.is_available = true;
    await pass(5);
    const [line] = logged();
    assert.equal(line?.["msg"], "database available again");
    assert.ok(Number(line["duration_ms"]) >= 3_590_000);
  });

  it("goes on while requests are refused although the database responds", async (t) => {
    const { refuse, pass, database, logged } = open(t);
    database.is_available = true;
    for (let second = 0; second < 20; second += 1) {
      refuse();
      await pass(1);
    }
    assert.deepEqual(
      logged().map(({ msg }) => msg),
      ["database unavailable", "database still unavailable", "database still unavailable"],
    );
  });

  it("logs what it has counted when it is closed", (t) => {
    const { refuse, outages, logged } = open(t);
    refuse();
    refuse();
    outages.close();
    assert.deepEqual(
      logged().map(({ refused }) => refused),
      [undefined, 2],
    );
  });
});
