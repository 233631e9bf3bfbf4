/** A reporter of the test runner: a line for each file with a test that failed, from the root of the repository. */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestEvent } from "node:test/reporters";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export default async function* recordFailures(source: AsyncIterable<TestEvent>) {
  for await (const { type, data } of source) {
    if (type === "test:fail" && data.file !== undefined)
      yield `${relative(repository, data.file)}\n`;
  }
}
