import type { SteadyOutcome } from "../load/steady-assignment.ts";
import { alignColumns, readable } from "./columns.ts";

/** How long people wait. */
export interface Latency {
  /** The most that the server answers each second when it does nothing else. */
  readonly most: { readonly tokens: number; readonly flows: number };
  /** Bare `node:http`, as many requests as below. */
  readonly floor: SteadyOutcome;
  /** Token requests at half load. */
  readonly alone: SteadyOutcome;
  /** Token requests and flows at half load together. */
  readonly beside: SteadyOutcome;
  readonly flows: SteadyOutcome;
}

const MOST = 5;
const LATE_MS = 5;

/** The streams below one another, and whether what was promised of those who do not sign holds. */
export function renderLatency({ most, floor, alone, beside, flows }: Latency): string {
  const row = (title: string, { rate, p50_ms, p99_ms, longest_ms }: SteadyOutcome): string[] => [
    title,
    readable(rate),
    `${readable(p50_ms)} ms`,
    `${readable(p99_ms)} ms`,
    `${readable(longest_ms)} ms`,
    `${readable(p99_ms / p50_ms)} ×`,
  ];
  const table = alignColumns([
    ["at half load", "each second", "median", "p99", "longest", "p99 to median"],
    row("bare node:http, as many requests", floor),
    row("token requests, alone", alone),
    row("token requests, beside flows", beside),
    row("flows, nine requests and an RS256 signature", flows),
  ]);
  const ratio = beside.p99_ms / beside.p50_ms;
  const verdict = `${ratio <= MOST ? "✓" : "✗"} token requests beside flows: p99 is ${readable(ratio)} × the median, promised ≤ ${MOST}; of bare node:http alone ${readable(floor.p99_ms / floor.p50_ms)} ×`;
  const full = `full load: ${readable(most.tokens)} token requests each second, or ${readable(most.flows)} flows`;
  const late_ms = Math.max(floor.late_ms, alone.late_ms, beside.late_ms, flows.late_ms);
  const warning =
    late_ms > LATE_MS
      ? `The load itself was up to ${readable(late_ms)} ms late (p99): this machine had no time to measure.\n`
      : "";
  return `${table}${full}\n${verdict}\n${warning}`;
}
