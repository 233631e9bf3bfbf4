import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { createLog } from "../../telemetry/log.ts";
import { type Supervisor, startSupervisor, type SupervisorOptions } from "./supervisor.ts";
import type { Exit, WorkerHandle } from "./spawn.ts";
import type { Addresses } from "../start.ts";
import type { ToWorker } from "./messages.ts";
import { GIVE_UP_AFTER, restartDelay } from "./restart-delay.ts";

const addresses: Addresses = {
  ports: { public: 1, admin: 2, workspace: 1, mtls: 0 },
  public_url: "http://127.0.0.1:1",
  admin_url: "http://127.0.0.1:2",
  api_urls: { workspace: "http://127.0.0.1:1" },
};
const killed: Exit = { code: null, signal: "SIGKILL" };

describe("a supervisor", () => {
  it("starts one worker alone, and the others when that one is ready", async () => {
    const fixture = startFixture(3);
    await nextTick();
    assert.deepEqual(fixture.spawned, [1]);
    fixture.last(1).succeed();
    await nextTick();
    assert.deepEqual(fixture.spawned, [1, 2, 3]);
    fixture.last(2).succeed();
    fixture.last(3).succeed();
    assert.deepEqual((await fixture.supervisor).addresses, addresses);
  });

  it("does not start when its first worker cannot, and rejects with the error of that worker", async () => {
    const fixture = startFixture(2);
    fixture.last(1).fail("The port is taken.");
    await assert.rejects(fixture.supervisor, { message: "The port is taken." });
    assert.deepEqual(fixture.spawned, [1]);
  });

  it("does not start when another worker cannot, and leaves no worker running", async () => {
    const fixture = startFixture(2);
    fixture.last(1).succeed();
    await nextTick();
    fixture.last(2).fail("There is no memory.");
    await assert.rejects(fixture.supervisor, { message: "There is no memory." });
    assert.deepEqual(fixture.last(1).received, [{ kind: "stop" }]);
    assert.equal(fixture.workers.size, 0);
  });

  it("replaces a worker that exits, at once", async () => {
    const fixture = await runningFixture(2);
    fixture.last(2).exit(killed);
    await nextTick();
    assert.deepEqual(fixture.spawned, [1, 2, 2]);
    assert.deepEqual(fixture.pauses, [0]);
    assert.match(fixture.lines.join(""), /worker ended.*"worker":2.*SIGKILL/);
  });

  it("delays the restart of a worker that exits repeatedly, and not after it ran for long", async () => {
    const fixture = await runningFixture(2);
    for (let round = 1; round <= 4; round += 1) {
      fixture.last(2).succeed();
      fixture.last(2).exit(killed);
      await nextTick();
    }
    assert.deepEqual(fixture.pauses, [0, 100, 200, 400]);

    fixture.clock.now_ms += 3_600_000;
    fixture.last(2).exit(killed);
    await nextTick();
    assert.equal(fixture.pauses.at(-1), 0);
  });

  it("retries while another worker runs, and gives up when none does", async () => {
    const fixture = await runningFixture(2);
    fixture.last(2).exit(killed);
    await nextTick();
    for (let round = 1; round <= 2 * GIVE_UP_AFTER; round += 1) {
      fixture.last(2).fail("The database is gone.");
      await nextTick();
    }
    assert.equal(await fixture.hasFailed(), false);

    fixture.last(1).exit(killed);
    await nextTick();
    fixture.last(2).fail("The database is gone.");
    await assert.rejects((await fixture.supervisor).failed, (error: Error) => {
      assert.equal(error.message, "No worker is left, and none can be started any more.");
      assert.ok(error.cause instanceof Error);
      assert.equal(error.cause.message, "The database is gone.");
      return true;
    });
  });

  it("that stops notifies all workers, waits for the last and replaces none", async () => {
    const fixture = await runningFixture(2);
    let stopped = false;
    const stopping = (await fixture.supervisor).stop().then(() => (stopped = true));
    assert.deepEqual(
      [fixture.last(1).received, fixture.last(2).received],
      [[{ kind: "stop" }], [{ kind: "stop" }]],
    );
    fixture.last(1).exit({ code: 0, signal: null });
    await nextTick();
    assert.equal(stopped, false);
    fixture.last(2).exit({ code: 0, signal: null });
    await stopping;
    assert.deepEqual(fixture.spawned, [1, 2]);
  });

  it("that is stopped while its first worker starts waits for that worker and starts no other", async () => {
    const stopping = new AbortController();
    const fixture = startFixture(2, { signal: stopping.signal });
    stopping.abort();
    assert.deepEqual(fixture.last(1).received, [{ kind: "stop" }]);
    fixture.last(1).exit({ code: 0, signal: null });
    fixture.last(1).succeed(); // It was ready before it received the message.
    await assert.rejects(fixture.supervisor, { name: "AbortError" });
    assert.deepEqual(fixture.spawned, [1]);
  });

  it("that is stopped while another worker starts lets both finish", async () => {
    const stopping = new AbortController();
    const fixture = startFixture(2, { signal: stopping.signal });
    fixture.last(1).succeed();
    await nextTick();
    stopping.abort();
    fixture.last(2).fail("The wait for the database was aborted.");
    await nextTick();
    assert.equal(fixture.workers.size, 1);
    fixture.last(1).exit({ code: 0, signal: null });
    await assert.rejects(fixture.supervisor);
    assert.deepEqual(fixture.last(1).received[0], { kind: "stop" });
  });

  it("that stops kills workers that do not exit in time", async () => {
    const fixture = await runningFixture(2, { stop_timeout_ms: 1 });
    await (await fixture.supervisor).stop();
    assert.equal(fixture.workers.size, 0);
  });
});

it("the restart delay doubles up to half a minute", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(restartDelay), [0, 0, 100, 200, 400]);
  assert.equal(restartDelay(1_000), 30_000);
});

/** A worker without a process. */
interface FakeWorker extends WorkerHandle {
  readonly received: ToWorker[];
  succeed(): void;
  fail(reason: string): void;
  exit(exit: Exit): void;
}

function makeFakeWorker(number: number): FakeWorker {
  const ready = Promise.withResolvers<Addresses>();
  const exited = Promise.withResolvers<Exit>();
  ready.promise.catch(() => {});
  const fake: FakeWorker = {
    number,
    pid: 1_000 + number,
    ready: ready.promise,
    exited: exited.promise,
    received: [],
    send(message) {
      fake.received.push(message);
    },
    kill: () => exited.resolve(killed),
    succeed: () => ready.resolve(addresses),
    fail(reason) {
      ready.reject(new Error(reason));
      exited.resolve({ code: 1, signal: null });
    },
    exit: (exit) => exited.resolve(exit),
  };
  return fake;
}

interface Fixture {
  readonly supervisor: Promise<Supervisor>;
  readonly spawned: number[];
  readonly workers: Map<number, WorkerHandle>;
  readonly pauses: number[];
  readonly lines: string[];
  readonly clock: { now_ms: number };
  last(number: number): FakeWorker;
  hasFailed(): Promise<boolean>;
}

type StopOptions = Partial<Pick<SupervisorOptions, "signal" | "stop_timeout_ms">>;

function startFixture(count: number, options: StopOptions = {}): Fixture {
  const fakes = new Map<number, FakeWorker>();
  const spawned: number[] = [];
  const workers = new Map<number, WorkerHandle>();
  const pauses: number[] = [];
  const lines: string[] = [];
  const clock = { now_ms: 0 };
  const log = createLog({ level: "info", format: "json", write: (text) => lines.push(text) });
  const supervisor = startSupervisor({
    count,
    workers,
    running: new Set(),
    spawn(number, first) {
      assert.equal(first, spawned.length === 0 ? undefined : addresses);
      const fake = makeFakeWorker(number);
      spawned.push(number);
      fakes.set(number, fake);
      return fake;
    },
    log,
    onExit: () => log.flush(),
    pause: async (ms) => {
      pauses.push(ms);
      log.flush();
    },
    now_ms: () => clock.now_ms,
    stop_timeout_ms: 60_000,
    ...options,
  });
  const last = (number: number): FakeWorker => {
    const fake = fakes.get(number);
    assert.ok(fake !== undefined, `worker ${number} was never spawned`);
    return fake;
  };
  const hasFailed = async (): Promise<boolean> =>
    Promise.race([(await supervisor).failed.catch(() => true), nextTick(false)]);
  return { supervisor, spawned, workers, pauses, lines, clock, last, hasFailed };
}

async function runningFixture(count: number, options?: StopOptions): Promise<Fixture> {
  const fixture = startFixture(count, options);
  fixture.last(1).succeed();
  await nextTick();
  for (let number = 2; number <= count; number += 1) fixture.last(number).succeed();
  await fixture.supervisor;
  return fixture;
}
