import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import * as fc from "fast-check";
import { assertProperty, seed } from "./properties.ts";

const PROGRAM = `
  import * as fc from "fast-check";
  import { assertProperty } from ${JSON.stringify(new URL("./properties.ts", import.meta.url))};
  const drawn = [];
  assertProperty(fc.property(fc.nat(), (number) => void drawn.push(number)), { cases: 10 });
  console.log(JSON.stringify(drawn));
`;

/** The cases that a process of its own draws, and what it says of them. */
function draw(more: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env["PATH"], ...more };
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: import.meta.dirname,
    env,
    encoding: "utf8",
  });
  const cases: readonly number[] = JSON.parse(stdout);
  return { cases, said: stderr };
}

test("the cases of a property follow from the seed alone, which is printed where it is another one", () => {
  const { cases, said } = draw();
  assert.equal(cases.length, 10);
  assert.equal(said, "");
  const other = draw({ LATCHKEY_TEST_SEED: "42" });
  assert.notDeepEqual(other.cases, cases);
  assert.match(other.said, /seed 42\b/);
  const random = draw({ LATCHKEY_TEST_SEED: "random" });
  const [, printed = ""] = /seed (\d+)/.exec(random.said) ?? [];
  assert.deepEqual(draw({ LATCHKEY_TEST_SEED: printed }).cases, random.cases);
});

test("more cases begin with those of fewer, and one of them is run alone by its number", () => {
  const { cases } = draw({ LATCHKEY_TEST_RUNS: "2.5" });
  assert.equal(cases.length, 25);
  assert.deepEqual(draw().cases, cases.slice(0, 10));
  assert.deepEqual(draw({ LATCHKEY_TEST_CASE: "7" }).cases, [cases[7]]);
});

test("what isn't so (ever) names the command that repeats it", async () => {
  const isSmall = (number: number): void => assert.ok(number < 1_000);
  const command = new RegExp(
    `\\n  LATCHKEY_TEST_SEED=${seed} LATCHKEY_TEST_CASE=\\d+ npx node --test .*packages/server/test/support/properties\\.test\\.ts\\n`,
  );
  assert.throws(() => assertProperty(fc.property(fc.nat(), isSmall)), command);
  const later = fc.asyncProperty(fc.nat(), async (number) => isSmall(number));
  await assert.rejects(assertProperty(later), command);
  await assert.rejects(
    assertProperty(later, { keepsState: true }),
    /LATCHKEY_TEST_RUNS=[\d.]+ npx/,
  );
  const [major = 0] = process.versions.node.split(".").map(Number);
  const pattern =
    major < 26 ? /npx node --test packages/ : /='what isn'\\''t so \\\(ever\\\) names/;
  await assert.rejects(assertProperty(later), pattern);
});
