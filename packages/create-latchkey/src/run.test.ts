import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { run } from "./run.ts";

const home = mkdtempSync(join(tmpdir(), "create-latchkey-"));
after(() => rmSync(home, { recursive: true }));

describe("npm create latchkey", () => {
  it("creates a project and says what comes next", async () => {
    const { code, out } = await call(["photos", "--kind", "web"]);
    assert.equal(code, 0);
    assert.match(
      out,
      /Created photos: a web app.*\. Next:\n\n {2}cd photos\n {2}npm install\n {2}npm run dev/,
    );
    assert.ok(existsSync(join(home, "photos/src/app.ts")));
  });

  it("asks for the folder and the kind at a terminal, until it gets a kind", async () => {
    const { code, out, questions } = await call([], ["", "0", "boat", "3"]);
    assert.equal(code, 0);
    assert.match(out, /3 {2}api/);
    assert.equal(questions.length, 4);
    assert.ok(existsSync(join(home, "my-project/src/api.ts")));
  });

  it("writes nothing when the user ends the input", async () => {
    const { code, err } = await call(["cancelled"], [undefined]);
    assert.equal(code, 1);
    assert.match(err, /Cancelled/);
    assert.ok(!existsSync(join(home, "cancelled")));
  });

  it("needs the folder and the kind without a terminal", async () => {
    for (const [args, message] of [
      [[], /Name a folder/],
      [["albums"], /--kind: web, spa/],
    ] as const) {
      const { code, err } = await call([...args]);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  });

  it("prints its help and its version", async () => {
    const { code, out } = await call(["--help"]);
    assert.equal(code, 0);
    for (const kind of ["web", "spa", "api", "machine", "mcp", "login-app"])
      assert.match(out, new RegExp(`^ {2}${kind} `, "m"));
    assert.equal((await call(["--version"])).out, "1.2.3\n");
  });

  it("explains a folder that it cannot use", async () => {
    writeFileSync(join(home, "a-file"), "");
    for (const [folder, message] of [
      [".", /is not empty/],
      ["a-file", /is a file/],
      ["a-file/below", /a-file/],
    ] as const) {
      const before = readdirSync(home);
      const { code, err } = await call([folder, "--kind", "web"]);
      assert.equal(code, 1, folder);
      assert.match(err, message);
      assert.deepEqual(readdirSync(home), before);
    }
  });
});

/** Runs the command in `home`. With answers, as at a terminal. */
async function call(args: readonly string[], answers?: readonly (string | undefined)[]) {
  const [out, err, questions]: string[][] = [[], [], []];
  const left = [...(answers ?? [])];
  const code = await run(args, {
    cwd: home,
    version: "1.2.3",
    out: (text) => out?.push(text),
    err: (text) => err?.push(text),
    ask: answers && (async (question) => (questions?.push(question), left.shift())),
  });
  return { code, out: out?.join("") ?? "", err: err?.join("") ?? "", questions: questions ?? [] };
}
