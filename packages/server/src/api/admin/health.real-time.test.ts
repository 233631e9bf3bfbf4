import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { describe, test } from "node:test";
import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import { MAX_PING_AGE_MS } from "../../store/port/store.ts";
import { createOutageLog } from "../../telemetry/outage-log.ts";
import { createLog } from "../../telemetry/log.ts";
import { startTestServer } from "../../../test/support/server.ts";
import { CACHED_FOR_MS, DEADLINE_MS, isInstanceReady } from "./health.ts";

test("what is cached and the deadline of /health/ready add up to less than two seconds", () => {
  assert.ok(MAX_PING_AGE_MS + CACHED_FOR_MS + DEADLINE_MS < 2_000);
  assert.ok(DEADLINE_MS >= 1_000, "a slow disk is not an outage");
});

const { server } = await startTestServer();

/** What a probe gets from a server whose database responds as `ping` does, and one of whose signers `fails`. */
function probe(ping: () => Promise<void>, fails = false) {
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const { context } = server;
  const store = { ...context.store, ping };
  return isInstanceReady(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The endpoint reads nothing of it.
    {} as Parameters<typeof isInstanceReady>[0],
    {
      ...context,
      store,
      outages: createOutageLog({ log, ping }),
      signers: { ...context.signers, isFailing: () => fails },
    },
  );
}

/** Keeps the event loop from running, as a process is that gets no processor. */
function starve(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe("a process that gets no processor", () => {
  test("is ready, where the database had responded meanwhile", async () => {
    const answer = probe(async () => void (await stat("/")));
    starve(DEADLINE_MS * 2);
    assert.equal((await answer).status, 200);
  });

  test("is ready, where it gets a tenth of it and the database takes its time", async () => {
    const answer = probe(async () => {
      for (let step = 0; step < 12; step += 1) await stat("/");
    });
    const starving = { is: true };
    void (async () => {
      while (starving.is) {
        starve(450);
        await nextTurn();
      }
    })();
    try {
      assert.equal((await answer).status, 200);
    } finally {
      starving.is = false;
    }
  });

  test("is ready, where a deadline of the store has passed meanwhile", async () => {
    let pings = 0;
    const answer = probe(async () => {
      pings += 1;
      if (pings > 1) return;
      await setTimeout(100);
      throw new Error("No response within 100 ms.");
    });
    starve(1_000);
    assert.equal((await answer).status, 200);
  });
});

describe("a process that runs as it should is not ready", () => {
  test("where the database does not respond", async () => {
    const began = performance.now();
    assert.equal((await probe(() => new Promise(() => {}))).status, 503);
    assert.ok(performance.now() - began < 2_000);
  });

  test("where the database fails, and it is asked once", async () => {
    let pings = 0;
    const answer = probe(async () => {
      pings += 1;
      await setTimeout(10);
      throw new Error("The database is down.");
    });
    assert.equal((await answer).status, 503);
    assert.equal(pings, 1);
  });
});

describe("a signer that fails", () => {
  test("is named, and the server stays ready: what needs no signature goes on", async () => {
    const { status, body } = await probe(async () => {}, true);
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body), {
      status: "ok",
      errors: { signer: "A signer fails: what its keys sign is refused." },
    });
  });

  test("is named beside the database that does not respond", async () => {
    const down = async () => {
      throw new Error("The database is down.");
    };
    const { status, body } = await probe(down, true);
    assert.equal(status, 503);
    assert.match(body, /"database":.*"signer":/);
  });
});
