import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

import { root } from "./block.ts";
import { brokenLinks } from "./links.ts";

const places = ["*.md", "docs/**/*.md", "examples/*/*.md", "packages/*/*.md"];
const pages = places.flatMap((place) => globSync(place, { cwd: root }));

it("links within the repository are valid", () => {
  assert.ok(pages.length > 30, "no pages were found");
  assert.deepEqual(pages.flatMap(brokenLinks), []);
});

it("every page of docs/ is linked from docs/README.md", () => {
  const map = readFileSync(join(root, "docs/README.md"), "utf8");
  const others = globSync("docs/{,guides/}*.md", { cwd: root }).filter(
    (page) => page !== "docs/README.md",
  );
  const lost = others.filter((page) => !map.includes(`](${page.slice("docs/".length)})`));
  assert.deepEqual(lost, []);
});
