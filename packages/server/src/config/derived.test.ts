import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { describe, it } from "node:test";
import { countWorkers, isDevelopment } from "./derived.ts";
import { loadConfig } from "../process/composed-config.ts";
import type { Config } from "./settings.ts";

function configOf(flags: Readonly<Record<string, unknown>>): Config {
  const loaded = loadConfig({ flags });
  assert.ok(loaded.ok);
  return loaded.value.config;
}

describe("development is an http issuer on loopback, or dev", () => {
  const table: readonly [flags: Record<string, unknown>, development: boolean][] = [
    [{}, true],
    [{ "urls.self.issuer": "http://localhost:4444/" }, true],
    [{ "urls.self.issuer": "http://[::1]:4444" }, true],
    [{ "urls.self.issuer": "http://photos.localhost" }, true],
    [{ "urls.self.issuer": "https://localhost:4444" }, false],
    [{ "urls.self.issuer": "http://op.example" }, false],
    [{ "urls.self.issuer": "http://127.0.0.1.mallory.example" }, false],
    [{ "urls.self.issuer": "http://localhost@mallory.example" }, false],
    [{ "urls.self.issuer": "https://op.example", dev: true }, true],
  ];
  for (const [flags, development] of table) {
    it(`${JSON.stringify(flags)} → ${development}`, () => {
      assert.equal(isDevelopment(configOf(flags)), development);
    });
  }
});

describe("the number of processes", () => {
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
      assert.equal(countWorkers(configOf(flags)), workers);
    });
  }
});
