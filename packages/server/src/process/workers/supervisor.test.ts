import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLog } from "../../telemetry/log.ts";
import { type Crew, startCrew } from "./supervisor.ts";
import type { Ending, Hand } from "./spawn.ts";
import type { Addresses, ToWorker } from "./messages.ts";
import { GIVE_UP_AFTER, restartDelay } from "./restart-delay.ts";

const addresses: Addresses = {
  ports: { public: 1, admin: 2, workspace: 1 },
  public_url: "http://127.0.0.1:1",
  admin_url: "http://127.0.0.1:2",
  workspace_url: "http://127.0.0.1:1",
};
const killed: Ending = { code: null, signal: "SIGKILL" };

describe("a crew", () => {
  it("starts one alone, and the others when that one works", async () => {
    const yard = openYard(3);
    await nextTurn();
    assert.deepEqual(yard.hired, [1]);
    yard.last(1).succeed();
    await nextTurn();
    assert.deepEqual(yard.hired, [1, 2, 3]);
    yard.last(2).succeed();
    yard.last(3).succeed();
    assert.deepEqual((await yard.crew).addresses, addresses);
  });

  it("does not start when its first cannot, and says why in that one's words", async () => {
    const yard = openYard(2);
    yard.last(1).fail("The port is taken.");
    await assert.rejects(yard.crew, { message: "The port is taken." });
    assert.deepEqual(yard.hired, [1]);
  });

  it("does not start when another cannot, and leaves nobody behind", async () => {
    const yard = openYard(2);
    yard.last(1).succeed();
    await nextTurn();
    yard.last(2).fail("There is no room.");
    await assert.rejects(yard.crew, { message: "There is no room." });
    assert.deepEqual(yard.last(1).heard, [{ kind: "stop" }]);
    assert.equal(yard.hands.size, 0);
  });

  it("fills a place that falls empty, at once", async () => {
    const yard = await workingYard(2);
    yard.last(2).end(killed);
    await nextTurn();
    assert.deepEqual(yard.hired, [1, 2, 2]);
    assert.deepEqual(yard.pauses, [0]);
    assert.match(yard.lines.join(""), /worker ended.*"worker":2.*SIGKILL/);
  });

  it("takes its time with a place that falls empty again and again, and none after a steady time", async () => {
    const yard = await workingYard(2);
    for (let round = 1; round <= 4; round += 1) {
      yard.last(2).succeed();
      yard.last(2).end(killed);
      await nextTurn();
    }
    assert.deepEqual(yard.pauses, [0, 100, 200, 400]);

    yard.clock.now_ms += 3_600_000;
    yard.last(2).end(killed);
    await nextTurn();
    assert.equal(yard.pauses.at(-1), 0);
  });

  it("goes on trying while somebody works, and gives up when nobody does", async () => {
    const yard = await workingYard(2);
    yard.last(2).end(killed);
    await nextTurn();
    for (let round = 1; round <= 2 * GIVE_UP_AFTER; round += 1) {
      yard.last(2).fail("The database is gone.");
      await nextTurn();
    }
    assert.equal(await yard.hasFailed(), false);

    yard.last(1).end(killed);
    await nextTurn();
    yard.last(2).fail("The database is gone.");
    await assert.rejects((await yard.crew).failed, (error: Error) => {
      assert.equal(error.message, "No worker is left, and none can be started any more.");
      assert.ok(error.cause instanceof Error);
      assert.equal(error.cause.message, "The database is gone.");
      return true;
    });
  });

  it("that stops tells everybody, waits for the last and fills no place", async () => {
    const yard = await workingYard(2);
    let stopped = false;
    const stopping = (await yard.crew).stop(60_000).then(() => (stopped = true));
    assert.deepEqual(
      [yard.last(1).heard, yard.last(2).heard],
      [[{ kind: "stop" }], [{ kind: "stop" }]],
    );
    yard.last(1).end({ code: 0, signal: null });
    await nextTurn();
    assert.equal(stopped, false);
    yard.last(2).end({ code: 0, signal: null });
    await stopping;
    assert.deepEqual(yard.hired, [1, 2]);
  });

  it("that stops ends whoever does not listen", async () => {
    const yard = await workingYard(2);
    await (await yard.crew).stop(1);
    assert.equal(yard.hands.size, 0);
  });
});

it("the wait doubles, and never exceeds half a minute", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(restartDelay), [0, 0, 100, 200, 400]);
  assert.equal(restartDelay(1_000), 30_000);
});

/** A pretended worker. */
interface Puppet extends Hand {
  readonly heard: ToWorker[];
  succeed(): void;
  fail(reason: string): void;
  end(ending: Ending): void;
}

function makePuppet(number: number): Puppet {
  const ready = Promise.withResolvers<Addresses>();
  const ended = Promise.withResolvers<Ending>();
  ready.promise.catch(() => {});
  const puppet: Puppet = {
    number,
    pid: 1_000 + number,
    ready: ready.promise,
    ended: ended.promise,
    heard: [],
    tell(message) {
      puppet.heard.push(message);
    },
    kill: () => ended.resolve(killed),
    succeed: () => ready.resolve(addresses),
    fail(reason) {
      ready.reject(new Error(reason));
      ended.resolve({ code: 1, signal: null });
    },
    end: (ending) => ended.resolve(ending),
  };
  return puppet;
}

interface Yard {
  readonly crew: Promise<Crew>;
  readonly hired: number[];
  readonly hands: Map<number, Hand>;
  readonly pauses: number[];
  readonly lines: string[];
  readonly clock: { now_ms: number };
  last(number: number): Puppet;
  hasFailed(): Promise<boolean>;
}

function openYard(count: number): Yard {
  const puppets = new Map<number, Puppet>();
  const hired: number[] = [];
  const hands = new Map<number, Hand>();
  const pauses: number[] = [];
  const lines: string[] = [];
  const clock = { now_ms: 0 };
  const log = createLog({ level: "info", format: "json", write: (text) => lines.push(text) });
  const crew = startCrew({
    count,
    hands,
    hire(number, first) {
      assert.equal(first, hired.length === 0 ? undefined : addresses);
      const puppet = makePuppet(number);
      hired.push(number);
      puppets.set(number, puppet);
      return puppet;
    },
    log,
    onEnd: () => log.flush(),
    pause: async (ms) => {
      pauses.push(ms);
      log.flush();
    },
    now_ms: () => clock.now_ms,
  });
  const last = (number: number): Puppet => {
    const puppet = puppets.get(number);
    assert.ok(puppet !== undefined, `worker ${number} was never hired`);
    return puppet;
  };
  const hasFailed = async (): Promise<boolean> =>
    Promise.race([(await crew).failed.catch(() => true), nextTurn(false)]);
  return { crew, hired, hands, pauses, lines, clock, last, hasFailed };
}

async function workingYard(count: number): Promise<Yard> {
  const yard = openYard(count);
  yard.last(1).succeed();
  await nextTurn();
  for (let number = 2; number <= count; number += 1) yard.last(number).succeed();
  await yard.crew;
  return yard;
}
