import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findSigningKey, reschedule, type ScheduledKey, useOfKey } from "./key-schedule.ts";

const NOW = 1_000;

/** A key that signs from a time on; `d` makes it private. */
function key(kid: string, signs_from: number, alg = "ES256", longest_lifespan = 0): ScheduledKey {
  const jwk = { kid, kty: "EC", crv: alg === "ES256" ? "P-256" : "P-384", alg, x: "x", d: "d" };
  return { jwk, signs_from, longest_lifespan, took_over_at: undefined };
}

describe("the key that signs", () => {
  const table: readonly [string, readonly ScheduledKey[], string | undefined][] = [
    ["is the newest", [key("b", 0), key("a", 0)], "b"],
    ["is not announced any more", [key("b", NOW + 1), key("a", 0)], "a"],
    ["changes when the announcement ends", [key("b", NOW), key("a", 0)], "b"],
    [
      "is the first that was announced, where none signs yet",
      [key("b", 1_002), key("a", 1_001)],
      "a",
    ],
    ["is the newest of those that were stored together", [key("b", 1_001), key("a", 1_001)], "b"],
    ["has the algorithm", [key("b", 0, "ES384"), key("a", NOW + 1)], "a"],
    ["may be missing", [key("b", 0, "ES384")], undefined],
  ];
  for (const [title, keys, kid] of table)
    it(title, () => assert.equal(findSigningKey(keys, "ES256", NOW)?.jwk.kid, kid));
});

describe("what a key does", () => {
  const uses = (keys: readonly ScheduledKey[], is_one_signer = false) =>
    keys.map((one) => useOfKey(keys, one, { now: NOW, is_one_signer }));

  it("an announced key takes over from the one that signs, whose tokens outlive that", () => {
    assert.deepEqual(uses([key("b", 1_500), key("a", 0, "ES256", 3_600), key("old", 0)]), [
      { state: "announced", signs_from: 1_500 },
      { state: "signing", signs_until: 1_500, needed_until: 5_100 },
      { state: "retired", needed_until: 600 },
    ]);
  });

  it("one key signs for each algorithm, or for the whole set", () => {
    const keys = [key("b", 0, "ES384"), key("a", 0)];
    const signs = { state: "signing", signs_until: undefined, needed_until: undefined };
    assert.deepEqual(uses(keys), [signs, signs]);
    assert.deepEqual(uses(keys, true), [signs, { state: "retired", needed_until: 600 }]);
  });

  it("a key that cannot sign does nothing", () => {
    const { jwk, ...times } = key("a", 0);
    const { d: _private, ...open } = { d: "", ...jwk };
    assert.deepEqual(uses([{ jwk: open, ...times }]), [undefined]);
  });
});

describe("keys that replace a set", () => {
  const held = [key("b", NOW + 60), key("a", 10)];
  const times = { now: NOW, signs_from: NOW + 3_600 };
  const replace = (kids: readonly string[]) =>
    reschedule(
      held,
      kids.map((kid) => key(kid, 0).jwk),
      times,
    ).map(({ signs_from }) => signs_from);

  it("are announced where they are new", () => {
    assert.deepEqual(replace(["c", "b", "a"]), [NOW + 3_600, NOW + 60, 10]);
    assert.deepEqual(replace(["c"]), [NOW + 3_600]);
  });

  it("sign from now on where they were published and are put before another", () => {
    assert.deepEqual(replace(["a", "b"]), [NOW, NOW + 60]);
  });
});
