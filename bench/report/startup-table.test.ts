import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isStartupReached, renderStartup, summarizeStartup } from "./startup-table.ts";

describe("the start-up of test servers", () => {
  const starts = [30, 10, 20].map((start_ms) => ({ start_ms, use_ms: start_ms / 10 }));
  const server = summarizeStartup("test server", starts);

  it("is the median of all rounds, beside the first one", () => {
    assert.deepEqual(server, { name: "test server", first_ms: 30, start_ms: 20, use_ms: 2 });
    assert.match(
      renderStartup([server]),
      /^test server: started in 20\.0 ms \(the first in 30\.0 ms\)/,
    );
  });

  it("is compared with the target", () => {
    assert.ok(isStartupReached([server]));
    assert.match(renderStartup([server]), /reached/);
    const slow = { ...server, start_ms: 100 };
    assert.ok(!isStartupReached([server, slow]));
    assert.match(renderStartup([slow]), /missed/);
  });

  it("needs a start", () => {
    assert.throws(() => summarizeStartup("nothing", []), /was not started/);
  });
});
