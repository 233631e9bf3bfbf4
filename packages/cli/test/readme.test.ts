import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { type DemoProcess, startDemoProcess } from "./demo-process.ts";

const readme = read("../../../README.md");
const directory = mkdtempSync(join(tmpdir(), "latchkey-readme-"));
after(() => rmSync(directory, { recursive: true }));

let demo: DemoProcess;
before(async () => (demo = await startDemoProcess()));
after(() => demo.stop());

/** What each block that is marked `sh tested` shows, in order, as it stands under its heading. */
const tours: Readonly<Record<string, readonly RegExp[]>> = {
  "A first token for a machine": [
    /"client_id":"photos"/,
    /lk_at_/,
    /"active":true/,
    /\{"active":false\}/,
  ],
  "Workspace integrations": [
    /"access_token":"lk_wat_.*"workspace_name":"Wonderland".*"name":"Alice Liddell"/,
    /"active":true,"scope":"read_content read_user_with_email"/,
    /\{"request_id":"[^"]+"\}/,
    /"active":false/,
  ],
};

for (const [heading, shown] of Object.entries(tours)) {
  test(`what stands under “${heading}” works as pasted`, async () => {
    const out = await paste(blockUnder(heading));
    const inOrder = new RegExp(shown.map(({ source }) => source).join("[^]*"));
    assert.match(out, inOrder);
  });
}

test("it works as pasted once more, where a second integration may have the same name", async () => {
  assert.match(await paste(blockUnder("Workspace integrations")), /"active":true/);
});

test("no tested block is forgotten", () => {
  assert.equal(readme.match(/^```sh tested$/gm)?.length, Object.keys(tours).length);
});

test("what is said of the workspace client is said in its own README, where it is tested", () => {
  const own = read("../../workspace-client/README.md");
  const [, snippet = ""] =
    /```ts\nimport \{ createWorkspaceClient \} from "\S+";\n(.*?)```/s.exec(readme) ?? [];
  const lines = snippet.split("\n").filter((line) => line !== "");
  assert.ok(lines.length >= 10, "this test looked at nothing");
  assert.deepEqual(
    lines.filter((line) => !own.includes(line)),
    [],
  );
});

/** Gives a block to a plain shell, with nothing changed but the ports. */
async function paste(block: string): Promise<string> {
  const moved = block
    .replaceAll("http://127.0.0.1:4444", demo.public_url)
    .replaceAll("http://127.0.0.1:4445", demo.admin_url);
  const { stdout, stderr } = await promisify(execFile)("sh", ["-euc", moved], { cwd: directory });
  assert.equal(stderr, "");
  return stdout;
}

function blockUnder(heading: string): string {
  const [, section = ""] = readme.split(`\n## ${heading}\n`);
  const [, block] = /^[^]*?```sh tested\n(.*?)```/s.exec(section.split("\n## ")[0] ?? "") ?? [];
  assert.ok(block !== undefined, `there is nothing to run under ${heading}`);
  return block;
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
