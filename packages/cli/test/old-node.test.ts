import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { describe, it } from "node:test";

import { type CommandResult, runCommand } from "./run-command.ts";

describe("an unsupported Node.js version", { concurrency: true }, () => {
  for (const version of ["18.20.8", "22.22.0", "24.6.0"]) {
    it(`is rejected: ${version}, simulated`, async () => {
      assertRejected(await runWithVersion(version), version);
    });
  }

  const old = findOldNode();
  if (old !== undefined) {
    it("is rejected: the installed one", async () => {
      assertRejected(await runCommand("version", { node: old.path }), old.version);
    });
  }
});

describe("a supported Node.js version", { concurrency: true }, () => {
  for (const version of ["24.7.0", "25.0.0"]) {
    it(`is accepted: ${version}, simulated`, async () => {
      const { code, out, err } = await runWithVersion(version);
      assert.deepEqual({ code, err }, { code: 0, err: "" });
      assert.match(out, /^latchkey /);
    });
  }
});

function assertRejected({ code, out, err }: CommandResult, version: string): void {
  assert.equal(
    err,
    `Latchkey needs Node.js 24.7 or newer, but this is v${version}. Upgrade Node, or add a newer one to this project: npm install node@26.\n`,
  );
  assert.deepEqual({ code, out }, { code: 1, out: "" });
}

/** Runs the command with a simulated Node.js version. */
function runWithVersion(version: string): Promise<CommandResult> {
  const override = `
    Object.defineProperty(process, "version", { value: "v${version}" });
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const node_flags = ["--import", `data:text/javascript,${encodeURIComponent(override)}`];
  return runCommand("version", { node_flags });
}

function findOldNode(): { path: string; version: string } | undefined {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(directory, "node");
    const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    const [, version, major] = /^v((\d+)\.\S+)/.exec(stdout ?? "") ?? [];
    // Below 14.8 there is no top-level await, so bin/latchkey.js cannot be parsed.
    if (version !== undefined && Number(major) >= 16 && Number(major) < 24)
      return { path, version };
  }
  return undefined;
}
