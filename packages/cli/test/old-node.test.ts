import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { describe, it } from "node:test";

import { type, type Seen } from "./shell.ts";

describe("a Node.js that is too old", { concurrency: true }, () => {
  for (const version of ["18.20.8", "22.22.0", "24.6.0"]) {
    it(`is told so: ${version}, in pretence`, async () => {
      assertTold(await pretend(version), version);
    });
  }

  const old = findOldNode();
  if (old !== undefined) {
    it("is told so: the one of this machine", async () => {
      assertTold(await type("version", { node: old.path }), old.version);
    });
  }
});

describe("a Node.js that is new enough", { concurrency: true }, () => {
  for (const version of ["24.7.0", "25.0.0"]) {
    it(`is welcome: ${version}, in pretence`, async () => {
      const { code, out, err } = await pretend(version);
      assert.deepEqual({ code, err }, { code: 0, err: "" });
      assert.match(out, /^latchkey /);
    });
  }
});

function assertTold({ code, out, err }: Seen, version: string): void {
  assert.equal(
    err,
    `Latchkey needs Node.js 24.7 or newer, but this is v${version}: run it through npm (npm start), which brings its own, or upgrade Node.\n`,
  );
  assert.deepEqual({ code, out }, { code: 1, out: "" });
}

/** Has this Node.js say that it is another. */
function pretend(version: string): Promise<Seen> {
  const disguise = `
    Object.defineProperty(process, "version", { value: "v${version}" });
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const node_flags = ["--import", `data:text/javascript,${encodeURIComponent(disguise)}`];
  return type("version", { node_flags });
}

function findOldNode(): { path: string; version: string } | undefined {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(directory, "node");
    const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    const [, version, major] = /^v((\d+)\.\S+)/.exec(stdout ?? "") ?? [];
    // Far below 14.8 a module may not await at its top, so nothing of ours can be read.
    if (version !== undefined && Number(major) >= 16 && Number(major) < 24)
      return { path, version };
  }
  return undefined;
}
