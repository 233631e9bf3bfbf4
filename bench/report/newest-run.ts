import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folders } from "../programs.ts";

/** The newest recorded run of a kind, as it was written: the caller says what it is. */
export function newestRun(kind: string) {
  const file = globSync(`*-${kind}.json`, { cwd: folders.results }).toSorted().at(-1);
  if (file === undefined) throw new Error(`There is no recorded run of ${kind}.`);
  return JSON.parse(readFileSync(join(folders.results, file), "utf8"));
}
