import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fillManifest, fillPage } from "./fill-pages.ts";
import { PUBLISHED } from "./published.ts";
import { filledFiles, pages, root } from "./write-pages.ts";

describe("what a page says about installing packages", () => {
  it("is what npm run docs writes", () => {
    for (const [path, text] of filledFiles(PUBLISHED))
      assert.equal(readFileSync(join(root, path), "utf8"), text, path);
  });

  it("changes with the release", () => {
    const page = "<!-- install @latchkey/client -->\n<!-- end -->\n<!-- from-npm -->\n<!-- end -->";
    const [before_release, released] = [fillPage(page, false), fillPage(page, true)];
    assert.match(before_release, /"@latchkey\/api": "file:\.\.\/latchkey\/dist\/latchkey-api-/);
    assert.match(before_release, /not on npm yet/);
    assert.match(released, /^npm install @latchkey\/client$/m);
    assert.match(released, /^The packages are on npm\./m);
    assert.equal(fillPage(released, false), before_release);
  });

  it("changes the dependencies of examples, too", () => {
    const manifest = '{"dependencies":{"@latchkey/client":"9.9.9","express":"5.0.0"}}';
    const local = JSON.parse(fillManifest(manifest, ["@latchkey/client"], false)).dependencies;
    assert.deepEqual(Object.keys(local), ["@latchkey/api", "@latchkey/client", "express"]);
    const released = JSON.parse(fillManifest(manifest, ["@latchkey/client"], true)).dependencies;
    assert.deepEqual(Object.keys(released), ["@latchkey/client", "express"]);
    assert.match(released["@latchkey/client"], /^\d/);
  });
});

/** Commands that download packages of these names from the registry, wherever they are run. */
const REACHES_FOR_NAMES =
  /npm (?:create|init) latchkey|npm (?:exec|x) latchkey|npx (?:-y |--yes )?(?:create-latchkey|-p latchkey|-p node@\d+ -p latchkey)|npm (?:i|install|add)(?: --?[\w-]+)* (?:@latchkey\/|latchkey|create-latchkey)\S*/g;

describe("before the release", { skip: PUBLISHED && "the packages are published" }, () => {
  it("no page has a command that would download the packages by name", () => {
    for (const page of pages) {
      const text = readFileSync(join(root, page), "utf8");
      const said = text.replaceAll(/<!-- from-npm -->[^]*?<!-- end -->/g, "");
      assert.deepEqual(said.match(REACHES_FOR_NAMES) ?? [], [], page);
    }
  });
});
