import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../../packages/cli/test/docs/block.ts";
import { fillGuide, filledPage, guidePages } from "./support/guide.ts";

describe("the code in docs/guides", () => {
  it("is that of examples/", () => {
    const pages = guidePages();
    assert.ok(pages.length > 0, "no pages were found");
    for (const page of pages) {
      const text = readFileSync(join(root, page), "utf8");
      assert.equal(text, filledPage(page), `${page}: run npm run docs`);
    }
  });

  const read = (path: string): string => `code of ${path}\n\nmore\n`;
  for (const [description, text, filled] of [
    ["an empty block", "```go from=a.go\n```\n", "```go from=a.go\ncode of a.go\n\nmore\n```\n"],
    [
      "an old block",
      "```go from=a.go\nold\n\n```\n",
      "```go from=a.go\ncode of a.go\n\nmore\n```\n",
    ],
    ["a longer fence", "````md from=a\n```\n````\n", "````md from=a\ncode of a\n\nmore\n````\n"],
    ["another block", "```go\nfrom=a.go\n```\n", "```go\nfrom=a.go\n```\n"],
  ] as const) {
    it(`${description} is ${text === filled ? "left alone" : "filled"}`, () => {
      assert.equal(fillGuide(text, read), filled);
    });
  }

  it("two blocks are filled with their own files", () => {
    const text = "```go from=a\n```\nbetween\n```go from=b\nold\n```\n";
    const filled = fillGuide(text, (path) => path);
    assert.equal(filled, "```go from=a\na\n```\nbetween\n```go from=b\nb\n```\n");
  });

  it("a file that would end its block is refused", () => {
    assert.throws(() => fillGuide("```md from=a\n```\n", () => "```"), /use a longer fence/);
  });
});
