import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { it } from "node:test";
import { loadConfig } from "./load.ts";
import { countWorkers } from "./check.ts";

const production = { "urls.self.issuer": "https://op.example" };

const table: readonly [title: string, flags: Record<string, unknown>, workers: number][] = [
  ["development", {}, 1],
  ["development with a wish", { "serve.workers": 3 }, 3],
  ["production", production, availableParallelism()],
  ["production with a wish", { ...production, "serve.workers": "1" }, 1],
  ["production in memory", { ...production, dsn: "memory" }, 1],
  ["production in SQLite's memory", { ...production, dsn: "sqlite://:memory:" }, 1],
];
for (const [title, flags, workers] of table) {
  it(`${title}: ${workers}`, () => {
    const loaded = loadConfig({ flags });
    assert.ok(loaded.ok);
    assert.equal(countWorkers(loaded.value.config), workers);
  });
}
