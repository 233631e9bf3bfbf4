import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folders } from "../programs.ts";
import { type RecordedRuns, renderTables } from "./markdown.ts";

/** Pages with tables of recorded runs, relative to the root of the repository. */
export const pages = ["docs/performance.md", "bench/README.md"];

/** A page with every table between `<!-- table: name -->` and `<!-- end -->` replaced by that of the recorded runs. */
export function withTables(page: string): string {
  const tables = renderTables(readRuns());
  return page.replaceAll(
    /(<!-- table: (.+?) -->\n)[^]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`There is no table ${name}.`);
      return `${begin}\n${table}\n\n${end}`;
    },
  );
}

/** The newest recorded run of each kind. */
function readRuns(): RecordedRuns {
  return {
    bench: newest("cores"),
    growth: newest("growth").grown,
    latency: newest("latency").measured,
    soak: newest("soak"),
    cpu: newest("cpu").workloads,
    startup: newest("startup").measured,
  };
}

function newest(kind: string) {
  const file = globSync(`*-${kind}.json`, { cwd: folders.results }).toSorted().at(-1);
  if (file === undefined) throw new Error(`There is no recorded run of ${kind}.`);
  return JSON.parse(readFileSync(join(folders.results, file), "utf8"));
}
