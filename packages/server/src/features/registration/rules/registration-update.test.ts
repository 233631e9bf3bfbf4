import assert from "node:assert/strict";
import { it } from "node:test";
import { isRepeat } from "./registration-update.ts";

const last = { token_hash: "a", request_hash: "b", at_ms: 50_000 };

const table: [what: string, request: Partial<typeof last>, expected: boolean][] = [
  ["the same request at once", {}, true],
  ["after ten seconds", { at_ms: 60_000 }, true],
  ["later", { at_ms: 60_001 }, false],
  ["at a server whose clock is behind", { at_ms: 49_000 }, true],
  ["with another token", { token_hash: "c" }, false],
  ["with another body", { request_hash: "c" }, false],
];
for (const [what, request, expected] of table) {
  it(`${what}: ${expected ? "a repeat" : "none"}`, () => {
    assert.equal(isRepeat(last, { ...last, ...request }), expected);
  });
}

it("a client that was never updated has nothing to repeat", () => {
  assert.equal(isRepeat(undefined, last), false);
});
