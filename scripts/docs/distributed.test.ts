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
  const measured = readFileSync(join(root, "bench/results/2026-11-19-distributed.json"), "utf8");
  const { workers, tokens, introspection } = JSON.parse(measured);
  assert.equal(workers, 2);
  for (const shards of Object.keys(tokens.by_shards)) {
    const ratios = [tokens, introspection].map(({ local, by_shards }) =>
      (by_shards[shards] / local).toFixed(2),
    );
    assert.ok(
      page.includes(`| ${shards} | ${ratios.join(" | ")} |`),
      `${shards}: ${ratios.join(", ")}`,
    );
  }
});
