import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { placementTable, refusedTable } from "./distributed-tables.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/distributed.md"), "utf8");

it("docs/distributed.md says where every table is, and which forms of SQL are not used", () => {
  assert.ok(page.includes(placementTable()), `It must have:\n${placementTable()}`);
  assert.ok(page.includes(refusedTable()), `It must have:\n${refusedTable()}`);
});

it("docs/distributed.md has the rates that were measured", () => {
  const text = readFileSync(join(root, "bench/results/2026-11-19-distributed.json"), "utf8");
  const { workers, measured: kinds } = JSON.parse(text);
  assert.equal(workers, 2);
  const rows = ["2", "4", "8"].map((shards) => {
    const ratios = ["tokens", "introspection"].flatMap((kind) =>
      kinds.map((rates: Readonly<Record<string, Rates>>) => ratioOf(rates[kind], shards)),
    );
    return `| ${[shards, ...ratios].join(" | ")} |`;
  });
  assert.ok(page.includes(rows.join("\n")), `It must have:\n${rows.join("\n")}`);
});

/** Requests a second of one kind. */
interface Rates {
  readonly local: number;
  readonly by_shards: Readonly<Record<string, number>>;
}

function ratioOf(rates: Rates | undefined, shards: string): string {
  return ((rates?.by_shards[shards] ?? 0) / (rates?.local ?? 0)).toFixed(2);
}
