import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/extending.md"), "utf8");

/** Code blocks of the kind `ts source`: the first line names the file that the example would be. */
const examples = [...page.matchAll(/^```ts source\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(
  ([, path = "", text = ""]) => ({ path, text }),
);

describe("docs/extending.md", () => {
  it("has examples that compile as the files they name", () => {
    assert.ok(examples.length >= 6, "no examples were found");
    mkdirSync(join(root, "dist"), { recursive: true });
    const folder = mkdtempSync(join(root, "dist/extending-"));
    try {
      for (const { path, text } of examples) write(join(folder, path), path, text);
      const config = { extends: join(root, "tsconfig.json"), include: ["."], exclude: [] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], {
        encoding: "utf8",
      });
      assert.equal(stdout, "");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("names files that exist, unless it marks them as new", () => {
    const named = page.matchAll(
      /`((?:packages|examples|deploy|docs|scripts)\/[\w./-]+)`( \*\(new\)\*)?/g,
    );
    for (const [, path = "", isNew] of named) {
      assert.equal(existsSync(join(root, path)), isNew === undefined, path);
    }
  });

  it("has a section for each line of its table", () => {
    const listed = [...page.matchAll(/^\| \[(.+?)\]\(#/gm)].map(([, title]) =>
      title?.toLowerCase(),
    );
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title?.toLowerCase());
    assert.deepEqual(sections, listed);
  });
});

/** Writes an example with its relative imports pointing at the sources, as if it were in its place. */
function write(file: string, path: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const rewritten = text.replaceAll(/from "(\.[^"]+)"/g, (_, imported: string) => {
    const target = join(root, dirname(path), imported);
    return `from "${relative(dirname(file), target)}"`;
  });
  writeFileSync(file, rewritten);
}
