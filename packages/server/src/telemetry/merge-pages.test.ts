import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mergePages } from "./merge-pages.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

describe("the pages of several processes", () => {
  it("become one: counts are added up", () => {
    const page = merge([
      (metrics) => count(metrics, "client_credentials", 2),
      (metrics) => {
        count(metrics, "client_credentials", 3);
        count(metrics, "refresh_token", 1);
      },
    ]);
    assert.deepEqual(linesOf(page, "tokens_total"), [
      "# HELP tokens_total Tokens.",
      "# TYPE tokens_total counter",
      'tokens_total{grant_type="client_credentials"} 5',
      'tokens_total{grant_type="refresh_token"} 1',
    ]);
  });

  it("become one: histograms bucket by bucket", () => {
    const page = merge([(metrics) => wait(metrics, 0.5), (metrics) => wait(metrics, 0.5, 5)]);
    assert.deepEqual(linesOf(page, "wait_seconds").slice(2), [
      'wait_seconds_bucket{route="/a b",le="1"} 2',
      'wait_seconds_bucket{route="/a b",le="+Inf"} 3',
      'wait_seconds_sum{route="/a b"} 6',
      'wait_seconds_count{route="/a b"} 3',
    ]);
  });

  it("become one: each keeps its own gauges", () => {
    const page = merge([
      (metrics) => metrics.gauge("doors", "Doors.", () => 1),
      (metrics) => metrics.gauge("doors", "Doors.", () => Infinity),
    ]);
    assert.deepEqual(linesOf(page, "doors").slice(2), [
      'doors{worker="1"} 1',
      'doors{worker="2"} +Inf',
    ]);
  });

  it("leave the counts of those that are no more, but not their gauges", () => {
    const metrics = createMetrics();
    count(metrics, "implicit", 7);
    metrics.gauge("doors", "Doors.", () => 1);
    const departed = mergePages([{ worker: undefined, text: metrics.render() }]);
    const page = mergePages([
      { worker: undefined, text: departed },
      { worker: undefined, text: "" },
    ]);
    assert.deepEqual(linesOf(page, "tokens_total").slice(2), [
      'tokens_total{grant_type="implicit"} 7',
    ]);
    assert.equal(linesOf(page, "doors").length, 2);
  });

  it("are the same page when there is but one", () => {
    const metrics = createMetrics({ now: () => 1_000 });
    wait(metrics, 0.5);
    const counts = (page: string) => linesOf(page, "wait_seconds");
    const text = metrics.render();
    assert.deepEqual(counts(mergePages([{ worker: "1", text }])), counts(text));
  });
});

function merge(fills: readonly ((metrics: Metrics) => void)[]): string {
  return mergePages(
    fills.map((fill, index) => {
      const metrics = createMetrics();
      fill(metrics);
      return { worker: String(index + 1), text: metrics.render() };
    }),
  );
}

function count(metrics: Metrics, grant_type: string, amount: number): void {
  metrics.counter("tokens_total", "Tokens.", ["grant_type"]).with({ grant_type }).add(amount);
}

function wait(metrics: Metrics, ...seconds: readonly number[]): void {
  const waits = metrics.histogram("wait_seconds", "Waits.", ["route"], [1]);
  for (const each of seconds) waits.with({ route: "/a b" }).observe(each);
}

function linesOf(page: string, name: string): string[] {
  return page.split("\n").filter((line) => line.replace(/^# \w+ /, "").startsWith(name));
}
