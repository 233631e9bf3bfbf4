import assert from "node:assert/strict";
import { it } from "node:test";
import { createMetrics } from "../../server/src/telemetry/metrics.ts";
import { defineFollowMetrics, noteStatus } from "./follow-metrics.ts";

const NOW = 1_800_000_000;

it("the metrics say how far a takeover is behind its source, and only while it follows", () => {
  const metrics = createMetrics();
  const state = defineFollowMetrics(metrics, () => NOW);
  const lines = (): readonly string[] =>
    metrics
      .render()
      .split("\n")
      .filter((line) => line.startsWith("latchkey_takeover"));
  assert.deepEqual(lines(), []);
  const status = { source: "Ory Hydra 26 on SQLite", began_at: NOW - 60 };
  noteStatus(state, { ...status, followed_at: NOW - 7 });
  assert.deepEqual(lines(), ["latchkey_takeover_behind_seconds 7", "latchkey_takeover_failing 0"]);
  noteStatus(state, { ...status, followed_at: NOW - 7, failing_since: NOW - 5 });
  assert.equal(lines()[1], "latchkey_takeover_failing 1");
  noteStatus(state, { ...status, ended_at: NOW });
  assert.deepEqual(lines(), []);
});
