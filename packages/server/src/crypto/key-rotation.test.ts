import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deletionDue, planRotation, type RotationStep } from "./key-rotation.ts";
import type { ScheduledKey } from "./key-schedule.ts";

const NOW = 100_000;
const schedule = { every: 10_000, announce_period: 2_000, keep_period: 500 };

/** A key that signs from a time on, which was recorded; `d` makes it private. */
function key(kid: string, signs_from: number, changes: Partial<ScheduledKey> = {}): ScheduledKey {
  const jwk = { kid, kty: "EC", crv: "P-256", alg: "ES256", x: "x", d: "d" };
  const took_over_at = signs_from <= NOW ? signs_from : undefined;
  return { jwk, signs_from, longest_lifespan: 3_600, took_over_at, ...changes };
}

function p384(kid: string, signs_from: number): ScheduledKey {
  const { jwk, ...times } = key(kid, signs_from);
  return { jwk: { ...jwk, crv: "P-384", alg: "ES384" }, ...times };
}

function inSigner(kid: string, signs_from: number): ScheduledKey {
  const { jwk, ...times } = key(kid, signs_from);
  const { d: _d, ...publicHalf } = jwk;
  return { jwk: { ...publicHalf, signer: "hsm" }, ...times };
}

const announce = { kind: "announce", alg: "ES256" } as const;
const remove = (kid: string) => ({ kind: "delete", kid }) as const;

describe("what has to be done with the keys of a set", () => {
  const table: readonly (readonly [string, readonly ScheduledKey[], readonly RotationStep[]])[] = [
    ["nothing, where there is none", [], []],
    ["nothing, while the key is new", [key("a", NOW - 7_999)], []],
    ["announces a successor in time", [key("a", NOW - 8_000)], [announce]],
    ["announces one where the age of the key is not known", [key("a", 0)], [announce]],
    ["leaves a key in a signer to its operator", [inSigner("a", 1)], []],
    ["announces no second one", [key("b", NOW + 1), key("a", NOW - 9_999)], []],
    [
      "records that a key signs, and which it replaced",
      [key("b", NOW, { took_over_at: undefined }), key("a", 1_000, { longest_lifespan: 1e6 })],
      [{ kind: "take_over", kid: "b", replaced: "a" }],
    ],
    [
      "does not name a key as replaced that never signed",
      [
        key("c", NOW, { took_over_at: undefined }),
        key("b", NOW + 1),
        key("a", 1_000, { longest_lifespan: 1e6 }),
      ],
      [{ kind: "take_over", kid: "c", replaced: "a" }],
    ],
    [
      "keeps a key as long as a token that it signed, and then the period",
      [key("b", NOW - 4_099), key("a", 1_000)],
      [],
    ],
    ["deletes it then", [key("b", NOW - 4_100), key("a", 1_000)], [remove("a")]],
    [
      "keeps a key of which the time is not known when it was replaced",
      [key("b", 0), key("a", 0)],
      [announce],
    ],
    [
      "deletes it after the next change that is known",
      [key("c", NOW - 4_100), key("b", 0), key("a", 1)],
      [remove("b"), remove("a")],
    ],
    [
      "rotates each algorithm by itself",
      [p384("b", NOW - 8_000), key("a", NOW - 100)],
      [{ kind: "announce", alg: "ES384" }],
    ],
  ];
  for (const [title, keys, steps] of table)
    it(title, () =>
      assert.deepEqual(planRotation(keys, schedule, { now: NOW, is_one_signer: false }), steps),
    );

  it("a set with one signer has one successor, with the algorithm of the key that signs", () => {
    const keys = [p384("b", NOW - 8_000), key("a", 1_000)];
    assert.deepEqual(planRotation(keys, schedule, { now: NOW, is_one_signer: true }), [
      { kind: "announce", alg: "ES384" },
      remove("a"),
    ]);
  });

  it("keys that cannot sign stay as they are", () => {
    const { jwk, ...times } = key("open", 1);
    const { d: _private, ...open } = { d: "", ...jwk };
    const enc = { ...jwk, kid: "enc", use: "enc" };
    const keys = [key("a", NOW), { jwk: open, ...times }, { jwk: enc, ...times }];
    assert.deepEqual(planRotation(keys, schedule, { now: NOW, is_one_signer: true }), []);
  });

  it("without a schedule, it is only recorded which key signs", () => {
    const keys = [key("b", NOW, { took_over_at: undefined }), key("a", 1)];
    const byHand = { ...schedule, every: 0 };
    assert.deepEqual(planRotation(keys, byHand, { now: 10 * NOW, is_one_signer: false }), [
      { kind: "take_over", kid: "b", replaced: "a" },
    ]);
  });
});

it("a key that signs is deleted after its successor has taken over", () => {
  const signing = key("a", 1_000);
  const when = { now: NOW, is_one_signer: false };
  assert.equal(deletionDue([signing], signing, schedule, when), undefined);
  const keys = [key("b", NOW + 50), signing];
  assert.equal(deletionDue(keys, signing, schedule, when), NOW + 50 + 3_600 + 500);
});
