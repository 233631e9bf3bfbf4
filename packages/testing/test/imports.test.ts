import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

const packages = join(import.meta.dirname, "../..");

it("no other package imports the parts of the server that are for tests", () => {
  const sources = globSync("*/src/**/*.{ts,tsx}", { cwd: packages });
  const importers = sources.filter((file) =>
    readFileSync(join(packages, file), "utf8").includes('from "@latchkey/server/testing"'),
  );
  assert.ok(importers.length > 0);
  assert.deepEqual(
    importers.filter((file) => !file.startsWith(join("testing", "src"))),
    [],
  );
});
