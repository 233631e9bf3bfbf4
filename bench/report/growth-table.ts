import type { Measured, Round } from "../results.ts";
import { median } from "../statistics.ts";
import { alignColumns, readable } from "./columns.ts";

/** Costs of a store of one size. */
export interface Growth {
  readonly size: number;
  /** Bare `node:http`, measured in the same rounds: a machine may be slower by the time a store has grown. */
  readonly baseline: Measured;
  readonly issue: Measured;
  readonly introspect: Measured;
  readonly refresh: Measured;
  readonly started_in_ms: number;
  /** Duration of a sweep when nothing has expired. */
  readonly idle_sweep_ms: number;
  readonly swept_per_second: number;
  readonly bytes_per_access_token: number;
  readonly bytes_per_grant: number;
  readonly bytes_per_live_token: number;
  readonly filled_per_second: number;
}

export const MAX_BYTES = 400;
export const MAX_GROWTH = 1.5;
export const LATEST_START_MS = 1_000;
export const MAX_IDLE_MS = 5;

/** The sizes side by side, and whether each target is met. */
export function renderGrowth(grown: readonly Growth[]): string {
  const row = (title: string, value: (growth: Growth) => number, verdict = ""): string[] => [
    title,
    ...grown.map((growth) => readable(value(growth))),
    verdict,
  ];
  const flat = (value: (growth: Growth) => number): string =>
    verdictOf(growthOf(grown.map(value)), MAX_GROWTH, "×");
  const rows = (name: Measurement): string[][] => [
    row(`${name}, requests/s`, (growth) => growth[name].rate),
    row("  processor time, µs", costOf(name)),
    row("  to that of bare node:http", shareOf(name), flat(shareOf(name))),
  ];
  const largest = (value: (growth: Growth) => number): number => Math.max(...grown.map(value));
  return alignColumns(
    [
      ["live tokens", ...grown.map(({ size }) => size.toLocaleString("en")), ""],
      ...rows("issue"),
      ...rows("introspect"),
      ...rows("refresh"),
      row(
        "start to first response, ms",
        started,
        verdictOf(largest(started), LATEST_START_MS, "ms"),
      ),
      row("bytes on disk for a live token", bytes, verdictOf(largest(bytes), MAX_BYTES, "bytes")),
      row("  for an access token", (growth) => growth.bytes_per_access_token),
      row("  for a grant, of two tokens", (growth) => growth.bytes_per_grant),
      row("a sweep that finds nothing, ms", idle, verdictOf(largest(idle), MAX_IDLE_MS, "ms")),
      row("expired rows swept each second", (growth) => growth.swept_per_second),
      row("  for a row, µs", sweep, flat(sweep)),
      row("rows filled in each second", (growth) => growth.filled_per_second),
    ],
    [0, grown.length + 1],
  );
}

/** Highest over lowest cost. */
export function growthOf(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}

type Measurement = "issue" | "introspect" | "refresh";

const started = (growth: Growth): number => growth.started_in_ms;
const idle = (growth: Growth): number => growth.idle_sweep_ms;
const sweep = (growth: Growth): number => 1e6 / growth.swept_per_second;
const bytes = (growth: Growth): number => growth.bytes_per_live_token;

/** What one costs: processor time, or the whole second's share where the system does not report processor time. */
function costOf(name: Measurement): (growth: Growth) => number {
  return (growth) => growth[name].processor_us ?? 1e6 / growth[name].rate;
}

/** The same in requests to bare `node:http`, round by round. */
export function shareOf(name: Measurement): (growth: Growth) => number {
  return ({ baseline, [name]: measured }) =>
    median(measured.rounds.map((round, index) => costIn(round) / costIn(baseline.rounds[index])));
}

function costIn(round: Round | undefined): number {
  return round?.processor_us ?? 1e6 / (round?.rate ?? Number.NaN);
}

function verdictOf(value: number, most: number, unit: string): string {
  return `${value <= most ? "✓" : "✗"} ${readable(value)} ${unit}, target ≤ ${most}`;
}
