import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

import { root } from "./block.ts";
import { brokenLinks } from "./links.ts";

const places = ["*.md", "docs/**/*.md", "examples/*/*.md", "packages/*/*.md"];
const pages = places.flatMap((place) => globSync(place, { cwd: root }));
// The pictures are taken of the console, and come with it.
const has_pictures = existsSync(join(root, "docs/images"));

it("every link within the repository leads somewhere", () => {
  assert.ok(pages.length > 30, "this test looked at nothing");
  const broken = pages.flatMap(brokenLinks);
  assert.deepEqual(
    broken.filter((line) => has_pictures || !line.includes("docs/images/")),
    [],
  );
});

it("every page of docs/ can be found from the map", () => {
  const map = readFileSync(join(root, "docs/README.md"), "utf8");
  const others = globSync("docs/*.md", { cwd: root }).filter((page) => page !== "docs/README.md");
  const lost = others.filter((page) => !map.includes(`](${page.slice("docs/".length)})`));
  assert.deepEqual(lost, []);
});
