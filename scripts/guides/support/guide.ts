import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { readBlocks, root } from "../../../packages/cli/test/docs/block.ts";

/** A guide as a reader follows it. */
export interface Guide {
  /** The files that the page shows, from the root of the repository. */
  readonly files: readonly string[];
  /** The text of its block with this info string, for example `sh install`. */
  readonly command: (info: string) => string;
}

/** The pages of docs/guides, from the root of the repository. */
export function guidePages(): readonly string[] {
  return globSync("docs/guides/*.md", { cwd: root }).toSorted();
}

/**
 * Fills every block whose info string ends with `from=PATH`, such as `go from=examples/go/main.go`, with that file. Blocks are
 * closed by the fence that opens them.
 */
export function fillGuide(text: string, readFile: (path: string) => string): string {
  return text.replaceAll(FROM, (_, opening: string, fence: string, path: string) => {
    const content = readFile(path).trimEnd();
    if (content.includes(fence)) throw new Error(`${path} contains ${fence}: use a longer fence.`);
    return `${opening}\n${content}\n${fence}`;
  });
}

const FROM = /^((`{3,})\w+ from=(\S+))\n(?:.*\n)*?\2$/gm;

/** A page with its blocks filled in from the files of the repository. */
export function filledPage(page: string): string {
  return fillGuide(readFileSync(join(root, page), "utf8"), (path) =>
    readFileSync(join(root, path), "utf8"),
  );
}

export function readGuide(page: string): Guide {
  const blocks = readBlocks(page);
  return {
    files: blocks.flatMap(({ info }) => / from=(\S+)$/.exec(info)?.[1] ?? []),
    command(info) {
      const block = blocks.find((candidate) => candidate.info === info);
      if (block === undefined) throw new Error(`${page} has no block “${info}”.`);
      return block.text;
    },
  };
}

/** An empty folder with only the files that a guide shows, so that a file which the page leaves out fails the test. */
export function copyShownFiles({ files }: Guide, example: string): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-guide-"));
  for (const file of files) {
    const copy = join(folder, relative(example, file));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, file), copy);
  }
  return folder;
}
