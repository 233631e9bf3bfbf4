/** A reporter of the test runner: a line of JSON for each test that passed, with its file and its exact title. */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestEvent } from "node:test/reporters";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export default async function* recordTitles(source: AsyncIterable<TestEvent>) {
  for await (const { type, data } of source) {
    if (type !== "test:pass" || data.file === undefined) continue;
    if (data.skip || data.todo) continue;
    yield `${JSON.stringify([relative(repository, data.file), data.name])}\n`;
  }
}
