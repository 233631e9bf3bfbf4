import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SealProgress, SealsFound } from "../store/port/reseal-store.ts";
import { afterStep, beginPass, isOutdated, valuesLeft } from "./seal-progress.ts";

const secrets = { newest: "new", older: ["old", "oldest"] };
const places = ["keys", "grants"];
const begun = beginPass(secrets, 0, 100, { oldest: 500 });

function found(step: Partial<SealsFound> = {}): SealsFound {
  return { next: undefined, older: new Map(), tokens_end_at: new Map(), unreadable: 0, ...step };
}

/** Takes steps from the beginning of a pass, each at the place where the one before ended. */
function take(...steps: readonly SealsFound[]): SealProgress {
  return steps.reduce<SealProgress>(
    (progress, step) =>
      afterStep(progress, step, { place: progress.place ?? "keys", places, secrets, now: 200 }),
    begun,
  );
}

describe("a pass over sealed values", () => {
  it("counts what older secrets sealed, place by place", () => {
    const half = take(found({ next: "[1]", older: new Map([[1, 2]]), unreadable: 1 }));
    assert.deepEqual([half.phase, half.place, half.after], ["counting", "keys", "[1]"]);
    assert.deepEqual(half.values, { old: 2, oldest: 0 });
    assert.equal(half.unreadable, 1);
    const next = take(found({ older: new Map([[1, 2]]) }));
    assert.deepEqual([next.phase, next.place, next.after], ["counting", "grants", undefined]);
  });

  it("then seals them again from the first place on, and counts down", () => {
    const some = found({
      older: new Map([
        [1, 2],
        [2, 1],
      ]),
      unreadable: 1,
    });
    const counted = take(some, found());
    assert.deepEqual([counted.phase, counted.place], ["resealing", undefined]);
    assert.equal(valuesLeft(counted), 3);
    const resealed = take(some, found(), some);
    assert.deepEqual([resealed.resealed, valuesLeft(resealed), resealed.unreadable], [3, 0, 1]);
    assert.equal(resealed.phase, "resealing", "until the last place was looked at");
    const done = take(some, found(), some, found());
    assert.deepEqual([done.phase, done.finished_at, done.place], ["done", 200, undefined]);
  });

  it("is done at once where older secrets sealed nothing", () => {
    assert.equal(take(found(), found()).phase, "done");
  });

  it("never counts below zero: values that were counted may be gone, others be counted twice", () => {
    const one = found({ older: new Map([[1, 1]]) });
    const twice = take(one, found(), found({ next: "[1]", older: new Map([[1, 5]]) }));
    assert.deepEqual(twice.values, { old: 0, oldest: 0 });
  });

  it("keeps the latest end of tokens of each secret", () => {
    const first = found({
      tokens_end_at: new Map([
        [1, 300],
        [2, 400],
      ]),
    });
    const { tokens_end_at } = take(first, found({ tokens_end_at: new Map([[1, 250]]) }));
    assert.deepEqual(tokens_end_at, { old: 300, oldest: 500 });
  });

  it("is outdated when an older secret has sealed since it began, or another one is listed", () => {
    const signed_at = (at: number) => ({ signed_at: new Map([["old", at]]) });
    assert.equal(isOutdated(begun, secrets, signed_at(100)), false);
    assert.equal(isOutdated(begun, secrets, signed_at(101)), true);
    assert.equal(isOutdated(begun, { ...secrets, older: ["old"] }, signed_at(1)), false);
    assert.equal(isOutdated(begun, { ...secrets, older: ["old", "x"] }, signed_at(1)), true);
  });
});
