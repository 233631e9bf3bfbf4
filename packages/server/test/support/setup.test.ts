import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, it } from "node:test";

const directory = mkdtempSync(join(tmpdir(), "latchkey-setup-"));
after(() => rmSync(directory, { recursive: true }));

it("a run of tests fails when one of them does", () => {
  assert.equal(statusOfRun("assert.equal(1, 1)"), 0);
  assert.equal(statusOfRun("assert.equal(1, 2)"), 1);
});

/** What a run ends with that has our set-up and one test. */
function statusOfRun(assertion: string): number | null {
  const file = join(directory, "one.test.mjs");
  const imports = ['import assert from "node:assert";', 'import { it } from "node:test";'];
  writeFileSync(file, [...imports, `it("holds", () => ${assertion});`].join("\n"));
  const setup = fileURLToPath(new URL("setup.ts", import.meta.url));
  const { NODE_TEST_CONTEXT: _ours, LATCHKEY_TEST_POSTGRES: _too, ...env } = process.env;
  const args = ["--test", `--test-global-setup=${setup}`, file];
  return spawnSync(process.execPath, args, { env, timeout: 60_000 }).status;
}
