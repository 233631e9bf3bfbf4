import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The root of the repository. */
export const root = join(import.meta.dirname, "../../../..");

/** A fenced block of a page. */
export interface Block {
  /** File and line: `docs/concepts.md:12`. */
  readonly at: string;
  /** Info string after the fence: `sh tested`. */
  readonly info: string;
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export function readBlocks(page: string): readonly Block[] {
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = "", fence = "", info = ""] = FENCE.exec(lines[at] ?? "") ?? [];
    if (fence === "") continue;
    const end = lines.findIndex((line, index) => index > at && line === `${indent}${fence}`);
    if (end === -1) throw new Error(`${page}:${at + 1}: this block is not closed.`);
    const inside = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({ at: `${page}:${at + 1}`, info: info.trim(), text: `${inside.join("\n")}\n` });
    at = end;
  }
  return blocks;
}

const FENCE = /^( *)(`{3,})(.*)$/;
