import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { type JobOutcome, readTimes } from "./jobs.ts";
import type { RecordedTest } from "./record-results.ts";
import {
  describeFailures,
  describeLane,
  describeSkipped,
  describeSlowest,
  findImporters,
} from "./summary.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const file = "packages/server/src/oauth/scope.test.ts";

function outcomeOf(tests: readonly Partial<RecordedTest>[], more: Partial<JobOutcome> = {}) {
  const outcome: JobOutcome = {
    job: { lane: "rules", files: [file] },
    passed: true,
    processor_seconds: 1.6,
    started: 1_000,
    ended: 4_000,
    printed: "",
    tests: tests.map((test) => ({
      outcome: "passed",
      file,
      titles: ["scopes"],
      is_suite: false,
      ms: 10,
      ...test,
    })),
    ...more,
  };
  return outcome;
}

describe("the summary of a run", () => {
  it("has a line for a lane, which counts tests and no suites", () => {
    const line = describeLane("rules", [
      outcomeOf([{ is_suite: true }, {}, { outcome: "skipped" }]),
      outcomeOf([{}], { started: 2_000, ended: 6_000 }),
    ]);
    assert.match(
      line,
      /^✔ {2}rules +3 tests +0 failed +1 not run +5 s {2}\(3 s of processor time\)$/,
    );
  });

  it("names a failed test, and the command that repeats just that one", () => {
    const failed = { outcome: "failed", titles: ["scopes", "cover (1)"], error: "no" } as const;
    const [text = ""] = describeFailures([outcomeOf([failed], { passed: false })], repository);
    assert.match(text, /scopes > cover \(1\)\n {4}no\n/);
    assert.match(text, /npx node --test --test-isolation=none --test-name-pattern=/);
    const [, pattern = ""] = /--test-name-pattern='([^']*)'/.exec(text) ?? [];
    assert.match("scopes cover (1)", new RegExp(pattern));
    assert.ok(text.endsWith(` ${file}`));
  });

  it("shows what a process printed that ended before its tests did", () => {
    const ended = outcomeOf([], { passed: false, printed: "out of memory" });
    assert.match(describeFailures([ended], repository).join(""), /out of memory/);
  });

  it("names the test file where the tests are those of a module that it imports", () => {
    const suite = "packages/server/test/store/conformance/lists.ts";
    const files = [file, "packages/server/src/store/postgres/postgres.test.ts"];
    assert.deepEqual(findImporters(suite, files, repository), [files[1]]);
  });

  it("counts what was not run by its reason", () => {
    const skipped = { outcome: "skipped", reason: "There is no browser." } as const;
    assert.deepEqual(describeSkipped([outcomeOf([skipped, {}, skipped])]), [
      "NOT RUN: 2 tests: There is no browser.",
    ]);
  });

  it("adds the times of what is at the top of a file", () => {
    const inner = { titles: ["scopes", "one"], ms: 900 };
    const [line] = describeSlowest([outcomeOf([inner, { ms: 1_200 }, { ms: 300 }])]);
    assert.equal(line, `     1.5 s  ${file}`);
  });
});

it("the processor time of a process is read from what the shell prints", () => {
  assert.equal(readTimes("0m0.00s 0m0.01s\n1m2.50s 0m3.25s\n").toFixed(2), "65.76");
});
