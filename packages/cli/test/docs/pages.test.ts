import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { describe, it } from "node:test";

import { loadYaml } from "../../../server/src/config/yaml.ts";
import { problemsOf } from "../../../server/test/deploy/files.ts";
import { type Block, readBlocks, root } from "./block.ts";
import { mermaidProblems } from "./mermaid.ts";
import { staticProblems } from "./static-checks.ts";
import { type Kind, kindOf } from "./block-kind.ts";
import { matchesJson, matchesText } from "./match-output.ts";
import { type PageRun, runPage } from "./run-page.ts";
import { typeCheck } from "./type-check.ts";

/** Pages that are made from tables in the code are tested where they are made. */
const GENERATED = ["api", "commands", "errors", "metrics", "sdk", "settings"];
const pages = [
  "README.md",
  ...globSync("docs/*.md", { cwd: root }),
  ...globSync("examples/*/README.md", { cwd: root }),
].filter((page) => !GENERATED.some((name) => page === `docs/${name}.md`));

const blocksOf = new Map(pages.map((page) => [page, readBlocks(page)]));
const blocks = [...blocksOf.values()].flat();
const oneOf = (...kinds: readonly Kind["kind"][]): readonly Block[] =>
  blocks.filter((block) => kinds.some((kind) => kindOf(block)?.kind === kind));

describe("what the pages show", () => {
  it("says of every block what is to become of it", () => {
    assert.ok(blocks.length > 50, "this test looked at nothing");
    const unsaid = blocks.filter((block) => kindOf(block) === undefined);
    assert.deepEqual(
      unsaid.map(({ at, info }) => `${at}: “${info}”`),
      [],
      "see block-kind.ts",
    );
  });

  it("is TypeScript that compiles", () => {
    assert.equal(typeCheck(oneOf("file", "program", "typed")), "");
  });

  it("is settings that a server starts with", () => {
    for (const { at, text } of oneOf("settings")) {
      assert.deepEqual(problemsOf({ files: { [at]: text } }), [], at);
    }
  });

  it("is YAML, JSON and drawings that can be read", () => {
    for (const { text } of oneOf("yaml")) loadYaml().parse(text);
    for (const { text } of oneOf("json", "json_output")) JSON.parse(text);
    for (const { at, text } of oneOf("drawing")) assert.deepEqual(mermaidProblems(text), [], at);
  });

  it("names commands, flags, scripts and files that there are, where it cannot be run here", async () => {
    for (const { at, text } of oneOf("elsewhere", "server")) {
      assert.deepEqual(await staticProblems(text), [], at);
    }
  });
});

describe("a reader who types what stands there", { concurrency: 2 }, () => {
  for (const [page, shown] of blocksOf) {
    if (!shown.some(isRun)) continue;
    it(`sees what ${page} shows`, async () => compare(shown, await runPage(shown)));
  }
});

function isRun(block: Block): boolean {
  const kind = kindOf(block)?.kind ?? "";
  return kind.startsWith("paste") || kind === "program" || kind === "visit";
}

/** Holds what was shown against what the page says, block by block, and then against its end. */
function compare(expected: readonly Block[], { shown, greeting, code }: PageRun): void {
  expected.forEach((block, index) => {
    const before = expected[index - 1];
    const seen = before && kindOf(before)?.kind === "server" ? greeting : shown.get(index - 1);
    const kind = kindOf(block)?.kind;
    if (kind !== "output" && kind !== "json_output") return;
    assert.ok(seen !== undefined, `${block.at}: nothing was shown before it`);
    const matches = kind === "output" ? matchesText : matchesJson;
    assert.ok(
      matches(block.text, seen),
      `${block.at} has\n${block.text}\nand this was shown:\n${seen}`,
    );
  });
  const last = expected[shown.size - 1]?.at;
  assert.equal(code, 0, `${last} ended with ${code}:\n${shown.get(shown.size - 1)}`);
}
