import { type RecordedRuns, renderTables } from "./markdown.ts";
import { newestRun } from "./newest-run.ts";
import { readMeasurements } from "../scaling/read-measurements.ts";

/** Pages with tables of recorded runs, relative to the root of the repository. */
export const pages = ["docs/performance.md", "docs/scaling.md", "bench/README.md"];

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
    bench: newestRun("cores"),
    growth: newestRun("growth").grown,
    latency: newestRun("latency").measured,
    soak: newestRun("soak"),
    cpu: newestRun("cpu").workloads,
    startup: newestRun("startup").measured,
    footprint: newestRun("footprint"),
    measurements: readMeasurements(),
    partitions: newestRun("partitions"),
  };
}
