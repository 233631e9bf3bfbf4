import assert from "node:assert/strict";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { it } from "node:test";
import { randomBytes, randomId, setRandomSource } from "./random.ts";

it("a random id is a UUID of version 4, and no two are the same", () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(randomId(), pattern);
  assert.notEqual(randomId(), randomId());
});

it("a source in place of the random number generator decides ids and bytes, until it is removed", () => {
  const before = Buffer.alloc(16, 0xff);
  setRandomSource((size) => (size === 16 ? Buffer.from(before) : undefined));
  try {
    assert.equal(randomId(), "ffffffff-ffff-4fff-bfff-ffffffffffff");
    assert.deepEqual(randomBytes(16), before);
    assert.notDeepEqual(randomBytes(32), randomBytes(32), "an undefined answer leaves it random");
  } finally {
    setRandomSource(undefined);
  }
  assert.notEqual(randomId(), randomId());
});

it("random bytes are drawn from the platform's generator by every call, and none are kept for the next", (t) => {
  const { mock } = t.mock.method(crypto, "randomFillSync");
  syncBuiltinESMExports(); // The named import follows.
  const drawn = [8, 16, 32].map((size) => randomBytes(size).length);
  mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual(drawn, [8, 16, 32]);
  assert.deepEqual(
    mock.calls.map(({ result }) => result?.byteLength),
    [8, 16, 32],
  );
});
