import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "../..");
const src = join(root, "packages/server/src");

describe("files and folders that a page names exist", () => {
  for (const page of ["ARCHITECTURE.md", "CONTRIBUTING.md"]) {
    it(page, () => {
      const named = matchesIn(
        page,
        /`((?:bench|deploy|docs|examples|packages|scripts)\/[\w./-]+)`/g,
      );
      assert.ok(named.length > 0, "no paths were found");
      for (const path of named) assert.ok(existsSync(join(root, path)), path);
    });
  }

  it("packages/server/ARCHITECTURE.md, below src and without the ending", () => {
    const layers = readdirSync(src, { withFileTypes: true }).filter((file) => file.isDirectory());
    const names = layers.map(({ name }) => name).join("|");
    const path = new RegExp(`(?<![\\w/])((?:${names})/[\\w./-]*(?:\\{[\\w,-]+\\})?)`, "g");
    const named = matchesIn("packages/server/ARCHITECTURE.md", path).flatMap(expandBraces);
    assert.ok(named.length > 20, "no paths were found");
    for (const file of named) {
      assert.ok(existsSync(join(src, file)) || existsSync(join(src, `${file}.ts`)), file);
    }
  });
});

function matchesIn(page: string, pattern: RegExp): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return Array.from(text.matchAll(pattern), ([, path = ""]) => path);
}

/** `listener/{receive,send}` names two files. */
function expandBraces(path: string): string[] {
  const [, folder = "", names = ""] = /^(.*)\{(.*)\}$/.exec(path) ?? [];
  return folder === "" ? [path] : names.split(",").map((name) => folder + name);
}
