import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { createSealer } from "../crypto/sealed.ts";
import { openDatabase, openStore } from "../store/open.ts";
import type { Store } from "../store/port/store.ts";
import { createLog } from "../telemetry/log.ts";
import { createOutageLog } from "../telemetry/outage-log.ts";
import { completeSearch, startSearchCompletion } from "./search-completion.ts";

const log = createLog({ level: "error", format: "json", write: () => {} });
const outages = createOutageLog({ log, ping: async () => {} });
const INTERVAL_MS = 15_000;

it("completes at the start, after a search, and once another server is done", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const real = await openStore(await openDatabase("memory"), {
    sealer: createSealer(["a secret for the tests"]),
    now: 0,
  });
  t.after(() => real.close());
  let passes = 0;
  const store: Store = {
    ...real,
    async completeSearch() {
      passes += 1;
      return { added: 0, next: undefined };
    },
  };
  const context = { store, log, outages, now: () => 0 };
  const job = startSearchCompletion(context, "a server");
  const interval = async (): Promise<number> => {
    t.mock.timers.tick(INTERVAL_MS);
    for (let turn = 0; turn < 50; turn += 1) await nextTick();
    return passes;
  };
  assert.equal(await interval(), 1, "at the start");
  assert.equal(await interval(), 1, "nothing was searched");
  await store.apis.search("alice", { limit: 1, offset: 0 });
  await store.clients.search({ search: "photos" }, { limit: 1, offset: 0 });
  assert.equal(await interval(), 2, "after searches");
  await store.leases.take("search-index", "another server", 0, 60);
  await store.apis.search("alice", { limit: 1, offset: 0 });
  assert.equal(await interval(), 2, "another server has the lease");
  await store.leases.release("search-index", "another server");
  assert.equal(await interval(), 3, "it is done");
  await job.stop();
});

it("ends between two steps when the server stops or another one took the lease", async (t) => {
  const store = await openStore(await openDatabase("memory"), {
    sealer: createSealer(["a secret for the tests"]),
    now: 0,
  });
  t.after(() => store.close());
  let now = 0;
  const context = { store, log, outages, now: () => now };
  assert.equal(await completeSearch(context, "a server", { stopped: true }), false);
  const slow: Store = {
    ...store,
    async completeSearch(from) {
      now += 100; // Longer than the lease.
      await store.leases.take("search-index", "another server", now, 60);
      return store.completeSearch(from);
    },
  };
  assert.equal(await completeSearch({ ...context, store: slow }, "a server"), false);
  assert.equal(await store.leases.take("search-index", "a third server", now, 60), false);
});
