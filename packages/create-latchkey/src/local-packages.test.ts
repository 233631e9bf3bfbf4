import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { findTarballs } from "./local-packages.ts";

it("tarballs are found by package and version", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-tarballs-"));
  for (const name of [
    "latchkey-1.2.3.tgz",
    "latchkey-workspace-client-1.2.3.tgz",
    "create-latchkey-1.2.3.tgz",
    "latchkey-api-1.0.0.tgz",
    "latchkey.cdx.json",
  ])
    writeFileSync(join(folder, name), "");
  assert.deepEqual(findTarballs(folder, "1.2.3"), {
    "@latchkey/workspace-client": `file:${folder}/latchkey-workspace-client-1.2.3.tgz`,
    "create-latchkey": `file:${folder}/create-latchkey-1.2.3.tgz`,
    latchkey: `file:${folder}/latchkey-1.2.3.tgz`,
  });
  rmSync(folder, { recursive: true });
});
