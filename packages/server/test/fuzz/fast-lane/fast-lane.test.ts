import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "./compare.ts";

const BUDGET = 1_500;

const seeds: readonly (readonly [string, number])[] = [
  ["a fixed seed", 20_261_116],
  ["a seed of this run", Math.floor(Math.random() * 2 ** 31)],
];
for (const [name, seed] of seeds) {
  test(`${BUDGET} mutated requests of ${name} (${seed}) are read and answered as Node would, byte for byte`, async () => {
    const { difference, handled, plain } = await compare({ seed, budget: BUDGET });
    assert.equal(difference, undefined, JSON.stringify(difference, null, 2));
    assert.ok(handled > BUDGET / 5, `only ${handled} requests reached a handler`);
    assert.ok(plain > BUDGET / 10, `only ${plain} requests were read by the fast lane`);
  });
}
