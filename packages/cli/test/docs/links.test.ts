import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { it } from "node:test";

import { root } from "./block.ts";
import { brokenLinks } from "./links.ts";

const places = ["*.md", "docs/**/*.md", "examples/*/*.md", "packages/*/*.md"];
const pages = places.flatMap((place) => globSync(place, { cwd: root }));

it("links within the repository are valid", () => {
  assert.ok(pages.length > 30, "no pages were found");
  assert.deepEqual(pages.flatMap(brokenLinks), []);
});

it("every page of docs/ is linked from docs/README.md, or from the README.md of its folder", () => {
  const read = (page: string) =>
    existsSync(join(root, page)) ? readFileSync(join(root, page), "utf8") : "";
  const map = read("docs/README.md");
  const others = globSync("docs/{,*/}*.md", { cwd: root }).filter(
    (page) => page !== "docs/README.md",
  );
  assert.ok(others.length > 60, "no pages were found");
  const lost = others.filter((page) => {
    const isInMap = map.includes(`](${page.slice("docs/".length)})`);
    return !isInMap && !read(join(dirname(page), "README.md")).includes(`](${basename(page)})`);
  });
  assert.deepEqual(lost, []);
});
