import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lacks } from "./machine.ts";

test("what is absent is said in a sentence that names it", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-machine-"));
  const { PATH = "", CHROME_PATH, TMPDIR } = process.env;
  t.after(() => {
    const earlier = { PATH, CHROME_PATH, TMPDIR };
    for (const [name, value] of Object.entries(earlier)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true });
  });
  delete process.env["CHROME_PATH"];
  process.env["PATH"] = folder;
  assert.match(String(lacks("browser")), /no Chromium .* CHROME_PATH/);
  process.env["CHROME_PATH"] = process.execPath;
  assert.equal(lacks("browser"), false);

  assert.equal(lacks("folder_for_temporary_files"), false);
  process.env["TMPDIR"] = join(folder, "absent");
  assert.match(String(lacks("folder_for_temporary_files")), /absent, cannot be written: .*TMPDIR/);
});
