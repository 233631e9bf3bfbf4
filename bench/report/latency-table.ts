import type { SteadyOutcome } from "../load/steady-driver.ts";
import { alignColumns, readable } from "./columns.ts";

/** Latency at half load. */
export interface Latency {
  /** Highest rate of each kind alone, per second. */
  readonly most: { readonly tokens: number; readonly flows: number };
  /** Bare `node:http`, as many requests as below. */
  readonly baseline: SteadyOutcome;
  /** Token requests at half load. */
  readonly alone: SteadyOutcome;
  /** Token requests and flows at half load together. */
  readonly beside: SteadyOutcome;
  readonly flows: SteadyOutcome;
}

/** On a machine where bare `node:http` exceeds it, its ratio is the target. */
const MAX_RATIO = 5;
const LATE_MS = 5;

/** One row per stream, and whether the target for token requests is met. */
export function renderLatency({ most, baseline, alone, beside, flows }: Latency): string {
  const row = (title: string, { rate, p50_ms, p99_ms, longest_ms }: SteadyOutcome): string[] => [
    title,
    readable(rate),
    `${readable(p50_ms)} ms`,
    `${readable(p99_ms)} ms`,
    `${readable(longest_ms)} ms`,
    `${readable(p99_ms / p50_ms)} ×`,
  ];
  const table = alignColumns([
    ["at half load", "per second", "median", "p99", "longest", "p99 to median"],
    row("bare node:http, as many requests", baseline),
    row("token requests, alone", alone),
    row("token requests, beside flows", beside),
    row("flows, nine requests and an RS256 signature", flows),
  ]);
  const ratio = beside.p99_ms / beside.p50_ms;
  const baselineRatio = baseline.p99_ms / baseline.p50_ms;
  const isMet = ratio <= Math.max(MAX_RATIO, baselineRatio);
  const verdict = `${isMet ? "✓" : "✗"} token requests beside flows: p99 is ${readable(ratio)} × the median, target ≤ ${MAX_RATIO} or that of bare node:http (${readable(baselineRatio)} ×)`;
  const full = `full load: ${readable(most.tokens)} token requests per second, or ${readable(most.flows)} flows`;
  const late_ms = Math.max(baseline.late_ms, alone.late_ms, beside.late_ms, flows.late_ms);
  const warning =
    late_ms > LATE_MS
      ? `The load itself was up to ${readable(late_ms)} ms late (p99): the measurement is not valid.\n`
      : "";
  return `${table}${full}\n${verdict}\n${warning}`;
}
