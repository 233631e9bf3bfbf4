import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/extending.md"), "utf8");

/** Code blocks of the kind `ts source`: the first line names the file that the example would be. */
const examples = [...page.matchAll(/^```ts source\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(
  ([, path = "", code = ""]) => ({ path, code }),
);

const files = examples.map(({ path }) => path);

/** The files that the page names, by whether they are new. */
const named = Map.groupBy(
  page.matchAll(/`((?:packages|examples|deploy|docs|scripts)\/[\w./-]+)`( \*\(new\)\*)?/g),
  ([, , mark]) => mark !== undefined,
);
const [oldFiles = [], newFiles = []] = [false, true].map((isNew) =>
  (named.get(isNew) ?? []).map(([, path = ""]) => path),
);

const copy = mkdtempSync(join(tmpdir(), "extending-"));
after(() => rmSync(copy, { recursive: true }));
putInPlace(copy);

// These begin while the file is loaded, so that they overlap with the other tests of the process.
const compiler = run("typescript/bin/tsc", ["-p", "."]);
const linter = run("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", ...files]);
const formatter = run("oxfmt/bin/oxfmt", ["--check", ...files]);
const layers = run("--test", ["packages/server/src/architecture.test.ts"]);

describe("docs/extending.md", () => {
  it("has examples that compile in their places", async () => {
    assert.ok(examples.length >= 6, "no examples were found");
    assert.equal(await compiler, "");
  });

  it("has examples that the linter and the formatter accept", async () => {
    assert.equal(await linter, "");
    assert.equal(await formatter, "");
  });

  it("has examples that belong to the layers of the server", async () => {
    assert.equal(await layers, "");
  });

  it("names files that exist, unless it marks them as new", () => {
    for (const path of oldFiles) assert.ok(existsSync(join(root, path)), path);
    assert.ok(newFiles.length > 5, "no new files were found");
  });

  it("has a section for each line of its table", () => {
    const listed = [...page.matchAll(/^\| \[(.+?)\]\(#/gm)].map(([, title]) =>
      title?.toLowerCase(),
    );
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title?.toLowerCase());
    assert.deepEqual(sections, listed);
  });
});

/** Copies the sources, adds the new files, and limits the project to the examples and what they import. */
function putInPlace(folder: string): void {
  for (const name of [
    "packages",
    "scripts/lint",
    "package.json",
    ".oxlintrc.json",
    ".oxfmtrc.json",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isSource });
  const empty = newFiles
    .filter((file) => !files.includes(file))
    .map((path) => ({ path, code: "" }));
  for (const { path, code } of [...examples, ...empty]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code, { flag: "wx" }); // They are new.
  }
  const config = { extends: join(root, "tsconfig.json"), files, include: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  linkModules(join(root, "node_modules"), join(folder, "node_modules"));
}

function isSource(path: string): boolean {
  return !["node_modules", "dist", "test"].includes(basename(path));
}

/** The packages of the repository are links already: they are copied as they are, so that they lead into the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [original, link] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === "@latchkey" || entry.isSymbolicLink())
      cpSync(original, link, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(original, link);
  }
}

/** Runs a program of node_modules, or Node itself, in the copy. Resolves to what it prints, or to nothing if it succeeds. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const script = program.startsWith("-") ? program : join(root, "node_modules", program);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // A runner of its own, not a part of this one.
  const child = spawn(process.execPath, [script, ...args], { cwd: copy, env });
  const [printed, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return status === 0 ? "" : `${printed}${errors}status ${status}`;
}
