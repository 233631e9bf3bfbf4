import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/extending.md"), "utf8");

/** Code blocks of the kind `ts source`: the first line names the file that the example would be. */
const examples = [...page.matchAll(/^```ts source\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(
  ([, path = "", code = ""]) => ({ path, code }),
);

// Begins while the file is loaded, so that it overlaps with the other tests of the process.
const compilerOutput = compileExamples();

describe("docs/extending.md", () => {
  it("has examples that compile as the files they name", async () => {
    assert.ok(examples.length >= 6, "no examples were found");
    assert.equal(await compilerOutput, "");
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

/** What the compiler prints about the examples; empty where they compile. */
async function compileExamples(): Promise<string> {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/extending-"));
  try {
    for (const { path, code } of examples) write(join(folder, path), path, code);
    const config = { extends: join(root, "tsconfig.json"), include: ["."], exclude: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const child = spawn(process.execPath, [compiler, "-p", folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    const printed = await text(child.stdout);
    const [status] = await closed;
    return printed === "" && status !== 0 ? `The compiler ended with status ${status}.` : printed;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes an example with its relative imports pointing at the sources, as if it were in its place. */
function write(file: string, path: string, code: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const rewritten = code.replaceAll(/from "(\.[^"]+)"/g, (written, imported: string) => {
    const named = join(dirname(path), imported);
    if (examples.some((example) => example.path === named)) return written;
    const target = join(root, named);
    return `from "${relative(dirname(file), target)}"`;
  });
  writeFileSync(file, rewritten);
}
