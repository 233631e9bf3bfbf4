import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { liveSecrets, rotateSecrets } from "./secret-rotation.ts";

const now = 2_000;
const next = { hash: "new", expires_at: undefined };
const old = { hash: "old", expires_at: undefined };

describe("a secret that is followed by another", () => {
  it("stays valid for the overlap", () => {
    const secrets = rotateSecrets([old], next, { overlap: 60, now }) ?? assert.fail();
    assert.deepEqual(secrets, [next, { hash: "old", expires_at: 2_060 }]);
    assert.equal(liveSecrets(secrets, 2_059).length, 2);
    assert.deepEqual(liveSecrets(secrets, 2_060), [next]);
  });

  it("keeps the end that it was promised, shorter or longer, and is dropped after it", () => {
    const before = [
      old,
      { hash: "long", expires_at: 9_000 },
      { hash: "short", expires_at: 2_001 },
      { hash: "gone", expires_at: 2_000 },
    ];
    assert.deepEqual(rotateSecrets(before, next, { overlap: 60, now }), [
      next,
      { hash: "old", expires_at: 2_060 },
      { hash: "long", expires_at: 9_000 },
      { hash: "short", expires_at: 2_001 },
    ]);
  });

  it("is invalid at once with an overlap of 0, as are all before it", () => {
    const before = [old, { hash: "long", expires_at: 9_000 }];
    assert.deepEqual(rotateSecrets(before, next, { overlap: 0, now }), [next]);
  });

  it("is one of five at most that are valid beside the newest", () => {
    const before = [1, 2, 3, 4].map((hash) => ({ hash: `${hash}`, expires_at: 9_000 }));
    const five = rotateSecrets([old, ...before], next, { overlap: 60, now }) ?? assert.fail();
    assert.equal(five.length, 6);
    assert.equal(rotateSecrets(five, next, { overlap: 60, now }), undefined);
    assert.equal(rotateSecrets(five, next, { overlap: 0, now })?.length, 1);
    assert.equal(rotateSecrets(five, next, { overlap: 60, now: 2_060 })?.length, 6);
  });
});
