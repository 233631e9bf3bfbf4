import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Block, root } from "./block.ts";
import { linkRepository } from "./sandbox.ts";
import { kindOf } from "./block-kind.ts";

/** Compiles the TypeScript blocks; returns the errors, or an empty string. */
export function typeCheck(blocks: readonly Block[]): string {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-docs-types-"));
  try {
    linkRepository(directory);
    for (const block of blocks) save(block, join(directory, "pages"));
    writeFileSync(join(directory, "pages.json"), JSON.stringify(PROJECT));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const words = [compiler, "-p", join(directory, "pages.json")];
    return spawnSync(process.execPath, words, { cwd: directory, encoding: "utf8" }).stdout;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The compiler options of the repository, plus DOM types.  */
const PROJECT = {
  extends: "./tsconfig.json",
  compilerOptions: { lib: ["esnext", "dom"] },
  include: ["pages"],
};

/** A block with a file name keeps it, so that other blocks of the page can import it. */
function save(block: Block, directory: string): void {
  const kind = kindOf(block);
  const [page = "", line = ""] = block.at.split(":");
  const folder = join(directory, page);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, kind?.kind === "file" ? kind.name : `line-${line}.ts`), block.text);
}
