import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { startServer } from "../../../src/process/start.ts";
import { createLog } from "../../../src/telemetry/log.ts";
import { testConfig } from "../../support/server.ts";
import { compare } from "./compare.ts";

const BUDGET = 1_500;

const seeds: readonly (readonly [string, number])[] = [
  ["a fixed seed", 20_261_116],
  ["a seed of this run", Math.floor(Math.random() * 2 ** 31)],
];
for (const [name, seed] of seeds) {
  test(`${BUDGET} mutated requests of ${name} (${seed}) are read and answered as Node would, byte for byte`, async () => {
    const { difference, handled, plain } = await compare({ seed, budget: BUDGET });
    assert.equal(difference, undefined, JSON.stringify(difference, null, 2));
    assert.ok(handled > BUDGET / 5, `only ${handled} requests reached a handler`);
    assert.ok(plain > BUDGET / 10, `only ${plain} requests were read by the fast lane`);
  });
}

for (const fastLane of [true, false]) {
  test(`serve.http.fast_lane: ${fastLane} has ${fastLane ? "the fast lane" : "Node"} read a plain request`, async (t) => {
    const config = testConfig({
      "serve.public.port": 0,
      "serve.admin.port": 0,
      "serve.http.fast_lane": fastLane,
    });
    const log = createLog({ level: "error", format: "json", write: () => {} });
    const server = await startServer(config, { log });
    t.after(() => server.close());
    let readByNode = 0;
    const count = (): void => void (readByNode += 1);
    subscribe("http.server.request.start", count);
    t.after(() => unsubscribe("http.server.request.start", count));
    assert.equal((await fetch(`${server.public_url}/health/alive`)).status, 200);
    assert.equal(readByNode, fastLane ? 0 : 1);
  });
}
