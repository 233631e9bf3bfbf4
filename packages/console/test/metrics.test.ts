import assert from "node:assert/strict";
import { test } from "node:test";
import { parseExposition } from "../src/metrics/exposition.ts";
import {
  counterRates,
  errorIncreases,
  latencySeries,
  quantile,
  requestRates,
  routeMetrics,
  sessionCounts,
  summarize,
} from "../src/metrics/rates.ts";
import { readSnapshot } from "../src/metrics/snapshot.ts";

test("a line of the exposition format is a name, labels and a value", () => {
  const text = [
    "# HELP up Whether it is.",
    "# TYPE up gauge",
    "up 1",
    'quoted{path="C:\\\\keys",word="\\"key\\"",lines="a\\nb"} 2.5e3',
    'bucket{le="+Inf"} +Inf 1700000000000',
    "not a line {",
    "",
  ].join("\n");
  assert.deepEqual(parseExposition(text), [
    { name: "up", labels: {}, value: 1 },
    { name: "quoted", labels: { path: "C:\\keys", word: '"key"', lines: "a\nb" }, value: 2500 },
    { name: "bucket", labels: { le: "+Inf" }, value: Infinity },
  ]);
});

const quantiles: {
  readonly buckets: Record<string, number>;
  readonly share: number;
  readonly expected: number;
  readonly title: string;
}[] = [
  { buckets: {}, share: 0.5, expected: 0, title: "nothing was measured" },
  {
    buckets: { 1: 10, 2: 10, Infinity: 10 },
    share: 0.5,
    expected: 0.5,
    title: "half of the first bucket",
  },
  {
    buckets: { 1: 0, 2: 10, Infinity: 10 },
    share: 0.95,
    expected: 1.95,
    title: "interpolated within its bucket",
  },
  {
    buckets: { 1: 5, 2: 5, Infinity: 10 },
    share: 0.95,
    expected: 2,
    title: "beyond the last bound is the last bound",
  },
];

for (const { buckets, share, expected, title } of quantiles) {
  test(`quantile: ${title}`, () => {
    const counts = Object.entries(buckets).map(([bound, count]) => [Number(bound), count] as const);
    assert.equal(quantile(new Map(counts), share), expected);
  });
}

const before = readSnapshot(exposition({ issued: 10, fast: 100, slow: 0, refused: 5 }), 0);
const after = readSnapshot(exposition({ issued: 16, fast: 140, slow: 40, refused: 7 }), 2000);

test("a rate is the increase per second", () => {
  const [tokens] = counterRates([before, after], (snapshot) => snapshot.tokens);
  assert.deepEqual(tokens, { label: "access, client_credentials", values: [3] });
  assert.deepEqual(requestRates([before, after]), [{ label: "POST /oauth2/token", values: [41] }]);
});

test("the metrics of a route are its requests, latency and errors", () => {
  const [metrics, ...others] = routeMetrics(before, after);
  assert.deepEqual(others, []);
  assert.equal(metrics?.requests, 82);
  assert.equal(metrics.errors, 2);
  assert.ok(metrics.p50 > 0 && metrics.p50 <= 0.01, String(metrics.p50));
  assert.ok(metrics.p95 > 0.01 && metrics.p95 <= 0.1, String(metrics.p95));
  const { values } = latencySeries([before, after], "POST /oauth2/token", 0.95);
  assert.deepEqual(values, [metrics.p95]);
});

test("counters of a restarted server begin at zero", () => {
  const restarted = readSnapshot(exposition({ issued: 4, fast: 0, slow: 0, refused: 0 }), 4000);
  const [tokens] = counterRates([after, restarted], (snapshot) => snapshot.tokens);
  assert.deepEqual(tokens?.values, [2]);
});

test("requests of the console and of the built-in pages are not counted", () => {
  const count = "latchkey_http_request_duration_seconds_count";
  const text = `${count}{plane="admin",method="GET",route="/metrics/exporter",status="200"} 9
${count}{plane="admin",method="GET",route="/console/{page}",status="200"} 9
${count}{plane="within",method="GET",route="/clients",status="200"} 9
${count}{plane="admin",method="GET",route="/clients",status="200"} 1
`;
  assert.deepEqual([...readSnapshot(text, 0).routes.keys()], ["GET /clients"]);
});

test("errors are counted by code where the server reports it, else by status and route", () => {
  assert.deepEqual([...after.errors], [["400 /oauth2/token", 7]]);
  const byCode = readSnapshot('latchkey_refusals_total{error="invalid_grant"} 3\n', 0);
  assert.deepEqual([...byCode.errors], [["invalid_grant", 3]]);
});

test("the summary of the last minute adds up all routes", () => {
  assert.equal(summarize([], 60_000), undefined);
  const summary = summarize([before, after], 60_000);
  assert.deepEqual([summary?.tokens, summary?.requests, summary?.errors], [6, 82, 2]);
  const none = summarize([before, after], 1000);
  assert.deepEqual([none?.requests, none?.slowest], [0, undefined], "the first snapshot is older");
});

test("login sessions have a place before they are known, and none where they are not reported", () => {
  const counted = (sessions: number | undefined) => ({ ...before, sessions });
  assert.deepEqual(sessionCounts([]), []);
  assert.deepEqual(sessionCounts([counted(7)]), []);
  assert.deepEqual(sessionCounts([counted(7), counted(8)]), [8]);
  assert.equal(sessionCounts([counted(undefined)]), undefined);
});

test("errors by cause are those since the first snapshot", () => {
  assert.deepEqual(errorIncreases([before, after]), [["400 /oauth2/token", 2]]);
  assert.deepEqual(errorIncreases([after]), []);
});

/** The metrics of a server that issued so many tokens and answered so many requests fast, slowly and with an error. */
function exposition(counts: {
  issued: number;
  fast: number;
  slow: number;
  refused: number;
}): string {
  const { issued, fast, slow, refused } = counts;
  const labels = 'plane="public",method="POST",route="/oauth2/token"';
  const name = "latchkey_http_request_duration_seconds";
  return `latchkey_access_tokens_issued_total{grant_type="client_credentials"} ${issued}
${name}_bucket{${labels},status="200",le="0.01"} ${fast}
${name}_bucket{${labels},status="200",le="0.1"} ${fast + slow}
${name}_bucket{${labels},status="200",le="+Inf"} ${fast + slow}
${name}_count{${labels},status="200"} ${fast + slow}
${name}_bucket{${labels},status="400",le="0.01"} ${refused}
${name}_bucket{${labels},status="400",le="0.1"} ${refused}
${name}_bucket{${labels},status="400",le="+Inf"} ${refused}
${name}_count{${labels},status="400"} ${refused}
`;
}
