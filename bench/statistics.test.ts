import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { median, percentile, sample, slope, spread } from "./statistics.ts";

describe("the median", () => {
  const cases: [string, number[], number][] = [
    ["of one number is that number", [7], 7],
    ["of three is the one in the middle, wherever it stands", [9, 1, 5], 5],
    ["of four lies halfway between the two in the middle", [1, 2, 4, 100], 3],
    ["is not moved by one round that went wrong", [100, 101, 3], 100],
  ];
  for (const [title, numbers, expected] of cases) {
    it(title, () => assert.equal(median(numbers), expected));
  }
  it("of nothing is not a number", () => assert.ok(Number.isNaN(median([]))));
});

it("the spread is the distance of the extremes, as a share of the median", () => {
  assert.equal(spread([90, 100, 110]), 0.2);
});

describe("a percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const [share, expected] of [
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ] as const) {
    it(`${share} of one to a hundred is ${expected}`, () =>
      assert.equal(percentile(hundred, share), expected));
  }
});

describe("a sample", () => {
  it("is spread evenly over the whole", () =>
    assert.deepEqual(sample([0, 1, 2, 3, 4, 5], 3), [0, 2, 4]));
  it("of fewer than asked for is all of them", () => assert.deepEqual(sample([1, 2], 9), [1, 2]));
});

describe("a slope", () => {
  it("is what a line rises", () => {
    assert.equal(
      slope([
        [0, 10],
        [2, 14],
        [4, 18],
      ]),
      2,
    );
  });
  it("of what goes up and down is nothing", () => {
    assert.equal(
      slope([
        [0, 5],
        [1, 9],
        [2, 9],
        [3, 5],
      ]),
      0,
    );
  });
  it("is not that of the last point alone", () => {
    assert.equal(slope([...[0, 1, 2, 3, 4].map((x) => [x, 10 + x] as const), [5, 90]]), 1);
  });
});
