/** A reporter of the test runner: a line of JSON for each test that ended, for `results.ts`. */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import type { TestEvent } from "node:test/reporters";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** A test that ended, or a suite whose hooks failed. */
export interface RecordedTest {
  readonly outcome: "passed" | "failed" | "skipped";
  /** From the root of the repository. */
  readonly file: string;
  /** Its title, after those of the suites that it is in. */
  readonly titles: readonly string[];
  /** Whether it has tests of its own, whose milliseconds are in those of this one. */
  readonly is_suite: boolean;
  readonly ms: number;
  /** Why it was skipped. */
  readonly reason?: string;
  readonly error?: string;
}

export default async function* recordResults(source: AsyncIterable<TestEvent>) {
  /** The titles of the tests that run, by depth. */
  const open: string[] = [];
  for await (const { type, data } of source) {
    if (type === "test:start") open.splice(data.nesting, Infinity, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.file === undefined) continue;
    const { details, skip } = data;
    const error = type === "test:fail" ? data.details.error : undefined;
    // A suite fails with its tests, which are recorded themselves.
    if (error !== undefined && "failureType" in error && error.failureType === "subtestsFailed")
      continue;
    const isSkipped = skip !== undefined && skip !== false;
    const recorded: RecordedTest = {
      outcome: error !== undefined ? "failed" : isSkipped ? "skipped" : "passed",
      file: relative(repository, data.file),
      titles: [...open.slice(0, data.nesting), data.name],
      is_suite: details.type === "suite",
      ms: details.duration_ms,
      ...(typeof skip === "string" && { reason: skip }),
      ...(error !== undefined && { error: inspect(error.cause ?? error, { depth: 8 }) }),
    };
    yield `${JSON.stringify(recorded)}\n`;
  }
}
