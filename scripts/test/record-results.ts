/** A reporter of the test runner: a line of JSON for each test, with whether it passed, its file and its exact title. */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestEvent } from "node:test/reporters";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Whether it passed, its file from the root of the repository, and its title. */
export type RecordedResult = readonly [outcome: "passed" | "failed", file: string, title: string];

export default async function* recordResults(source: AsyncIterable<TestEvent>) {
  for await (const { type, data } of source) {
    if ((type !== "test:pass" && type !== "test:fail") || data.file === undefined) continue;
    if (data.skip || data.todo) continue;
    const outcome = type === "test:pass" ? "passed" : "failed";
    const result: RecordedResult = [outcome, relative(repository, data.file), data.name];
    yield `${JSON.stringify(result)}\n`;
  }
}
