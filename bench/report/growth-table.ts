import type { Measured, Round } from "../results.ts";
import { median } from "../statistics.ts";
import { alignColumns, readable } from "./columns.ts";

/** What a store of one size costs. */
export interface Growth {
  readonly size: number;
  /** Bare `node:http`, measured in the same rounds: a machine may be slower by the time a store has grown. */
  readonly floor: Measured;
  readonly issue: Measured;
  readonly introspect: Measured;
  readonly refresh: Measured;
  readonly started_in_ms: number;
  /** What a sweep takes when nothing has expired. */
  readonly idle_sweep_ms: number;
  readonly swept_per_second: number;
  readonly bytes_per_access_token: number;
  readonly bytes_per_grant: number;
  readonly bytes_per_live_token: number;
  readonly filled_per_second: number;
}

const MOST_BYTES = 400;
const MOST_GROWTH = 1.5;
const LATEST_START_MS = 1_000;
const LONGEST_IDLE_MS = 5;

/** Sizes side by side, and whether what was promised of them holds. */
export function renderGrowth(grown: readonly Growth[]): string {
  const row = (title: string, figure: (growth: Growth) => number, verdict = ""): string[] => [
    title,
    ...grown.map((growth) => readable(figure(growth))),
    verdict,
  ];
  const flat = (figure: (growth: Growth) => number): string =>
    promise(growthOf(grown.map(figure)), MOST_GROWTH, "×");
  const rows = (name: Measurement): string[][] => [
    row(`${name}, requests/s`, (growth) => growth[name].rate),
    row("  processor time, µs", costOf(name)),
    row("  to that of bare node:http", shareOf(name), flat(shareOf(name))),
  ];
  const largest = (figure: (growth: Growth) => number): number => Math.max(...grown.map(figure));
  return alignColumns(
    [
      ["live tokens", ...grown.map(({ size }) => size.toLocaleString("en")), ""],
      ...rows("issue"),
      ...rows("introspect"),
      ...rows("refresh"),
      row("start to first answer, ms", started, promise(largest(started), LATEST_START_MS, "ms")),
      row("bytes on disk for a live token", bytes, promise(largest(bytes), MOST_BYTES, "bytes")),
      row("  for an access token", (growth) => growth.bytes_per_access_token),
      row("  for a grant, of two tokens", (growth) => growth.bytes_per_grant),
      row("a sweep that finds nothing, ms", idle, promise(largest(idle), LONGEST_IDLE_MS, "ms")),
      row("expired rows swept each second", (growth) => growth.swept_per_second),
      row("  for a row, µs", sweep, flat(sweep)),
      row("rows filled in each second", (growth) => growth.filled_per_second),
    ],
    [0, grown.length + 1],
  );
}

/** How much more the dearest costs than the cheapest. */
export function growthOf(figures: readonly number[]): number {
  return Math.max(...figures) / Math.min(...figures);
}

type Measurement = "issue" | "introspect" | "refresh";

const started = (growth: Growth): number => growth.started_in_ms;
const idle = (growth: Growth): number => growth.idle_sweep_ms;
const sweep = (growth: Growth): number => 1e6 / growth.swept_per_second;
const bytes = (growth: Growth): number => growth.bytes_per_live_token;

/** What one costs: processor time, or the whole second's share where the system does not tell. */
function costOf(name: Measurement): (growth: Growth) => number {
  return (growth) => growth[name].processor_us ?? 1e6 / growth[name].rate;
}

/** The same in requests to bare `node:http`, round by round. */
function shareOf(name: Measurement): (growth: Growth) => number {
  return ({ floor, [name]: measured }) =>
    median(measured.rounds.map((round, index) => costIn(round) / costIn(floor.rounds[index])));
}

function costIn(round: Round | undefined): number {
  return round?.processor_us ?? 1e6 / (round?.rate ?? Number.NaN);
}

function promise(figure: number, most: number, unit: string): string {
  return `${figure <= most ? "✓" : "✗"} ${readable(figure)} ${unit}, promised ≤ ${most}`;
}
