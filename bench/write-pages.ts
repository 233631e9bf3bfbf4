import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pages, withTables } from "./report/pages.ts";

/** Writes the tables of the recorded runs into docs/performance.md and bench/README.md. */
for (const page of pages) {
  const file = join(import.meta.dirname, "..", page);
  writeFileSync(file, withTables(readFileSync(file, "utf8")));
  console.log(`wrote ${page}`);
}
