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

/** Generated pages are tested by their generators. */
const GENERATED = ["api", "commands", "errors", "metrics", "sdk", "settings"];
const pages = [
  "README.md",
  ...globSync("docs/{,guides/,moving/}*.md", { cwd: root }),
  ...globSync("examples/*/README.md", { cwd: root }),
].filter((page) => !GENERATED.some((name) => page === `docs/${name}.md`));

const blocksOf = new Map(pages.map((page) => [page, readBlocks(page)]));
const blocks = [...blocksOf.values()].flat();
const oneOf = (...kinds: readonly Kind["kind"][]): readonly Block[] =>
  blocks.filter((block) => kinds.some((kind) => kindOf(block)?.kind === kind));

describe("code blocks in the docs", () => {
  it("have a known info string", () => {
    assert.ok(blocks.length > 50, "no blocks were found");
    const unknown = blocks.filter((block) => kindOf(block) === undefined);
    assert.deepEqual(
      unknown.map(({ at, info }) => `${at}: “${info}”`),
      [],
      "see block-kind.ts",
    );
  });

  it("compile as TypeScript", () => {
    assert.equal(typeCheck(oneOf("file", "program", "typed")), "");
  });

  it("are valid settings", () => {
    for (const { at, text } of oneOf("settings")) {
      assert.deepEqual(problemsOf({ files: { [at]: text } }), [], at);
    }
  });

  it("are valid YAML, JSON and diagrams", () => {
    for (const { text } of oneOf("yaml")) loadYaml().parse(text);
    for (const { text } of oneOf("json", "json_output")) JSON.parse(text);
    for (const { at, text } of oneOf("drawing")) assert.deepEqual(mermaidProblems(text), [], at);
  });

  it("refer to existing commands, flags, scripts and files", async () => {
    for (const { at, text } of oneOf("elsewhere", "server")) {
      assert.deepEqual(await staticProblems(text), [], at);
    }
  });
});

describe("running the commands of a page", { concurrency: 2 }, () => {
  for (const [page, shown] of blocksOf) {
    if (!shown.some(isRun)) continue;
    it(`prints the documented output: ${page}`, async () => compare(shown, await runPage(shown)));
  }
});

function isRun(block: Block): boolean {
  const kind = kindOf(block)?.kind ?? "";
  return kind.startsWith("paste") || kind === "program" || kind === "visit";
}

/** Compares the output of every block with the page, then checks the exit code. */
function compare(expected: readonly Block[], { shown, server_output, code }: PageRun): void {
  expected.forEach((block, index) => {
    const before = expected[index - 1];
    const seen = before && kindOf(before)?.kind === "server" ? server_output : shown.get(index - 1);
    const kind = kindOf(block)?.kind;
    if (kind !== "output" && kind !== "json_output") return;
    assert.ok(seen !== undefined, `${block.at}: the previous block has no output`);
    const matches = kind === "output" ? matchesText : matchesJson;
    assert.ok(
      matches(block.text, seen),
      `${block.at} expects\n${block.text}\nbut the output was:\n${seen}`,
    );
  });
  const last = expected[shown.size - 1]?.at;
  assert.equal(code, 0, `${last} ended with ${code}:\n${shown.get(shown.size - 1)}`);
}
