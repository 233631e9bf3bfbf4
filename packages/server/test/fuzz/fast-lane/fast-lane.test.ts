import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { startServer } from "../../../src/process/start.ts";
import { createLog } from "../../../src/telemetry/log.ts";
import { casesOf, seed } from "../../support/properties.ts";
import { testConfig } from "../../support/server.ts";
import { compare, describeDifference } from "./compare.ts";
import { UNCHANGED_EVERY } from "./conversation.ts";

const budget = casesOf(800);

test("mutated requests are read and answered as Node would, byte for byte", async () => {
  const { conversations, difference, handled, plain } = await compare({ seed, budget });
  assert.equal(difference, undefined, difference ? describeDifference(difference) : "");
  const unchanged = Math.ceil(conversations / UNCHANGED_EVERY);
  assert.ok(handled >= unchanged, `only ${handled} requests reached a handler`);
  assert.ok(plain >= unchanged, `only ${plain} requests were read by the fast lane`);
});

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
