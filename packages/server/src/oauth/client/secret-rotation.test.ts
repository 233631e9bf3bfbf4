import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keepSecrets, liveSecrets, rotateSecrets } from "./secret-rotation.ts";

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

describe("a secret that is kept until the earlier ones are deleted", () => {
  const kept = (hash: string) => ({ hash, expires_at: undefined });
  const timed = (hash: string) => ({ hash, expires_at: 9_000 });

  it("has no end, and those with an overlap keep theirs", () => {
    const before = [old, timed("long"), { hash: "gone", expires_at: 2_000 }];
    assert.deepEqual(keepSecrets(before, next, now), [next, old, timed("long")]);
  });

  it("has no end after a later rotation with an overlap either", () => {
    const before = keepSecrets([kept("first")], old, now) ?? assert.fail();
    assert.deepEqual(rotateSecrets(before, next, { overlap: 60, now }), [
      next,
      { hash: "old", expires_at: 2_060 },
      kept("first"),
    ]);
    assert.deepEqual(rotateSecrets(before, next, { overlap: 0, now }), [next]);
  });

  const table: readonly [
    string,
    before: readonly { hash: string; expires_at: number | undefined }[],
    after: readonly string[] | undefined,
  ][] = [
    ["the oldest makes room", ["1", "2", "3", "4", "5"].map(kept), ["old", "1", "2", "3", "4"]],
    [
      "one with an overlap does not",
      [kept("1"), timed("2"), kept("3"), timed("4"), timed("5")],
      ["old", "1", "2", "4", "5"],
    ],
    [
      "there is no room beside five with an overlap",
      ["1", "2", "3", "4", "5"].map(timed),
      undefined,
    ],
  ];
  for (const [name, before, after] of table) {
    it(`is one of five: ${name}`, () => {
      const secrets = keepSecrets([old, ...before], next, now);
      assert.deepEqual(
        secrets?.slice(1).map(({ hash }) => hash),
        after,
      );
    });
  }
});
