import type { Measured } from "../results.ts";
import { median } from "../statistics.ts";
import type { Workload } from "../workloads/workload.ts";
import { alignColumns, readable } from "./columns.ts";

/** Processor time of one subject in two checkouts, in µs, and what the second needs as a multiple of the first. */
export interface Comparison {
  readonly name: string;
  readonly before_us: number;
  readonly after_us: number;
  /** The median of the ratios per round. */
  readonly ratio: number;
  /** The ratio of the cheapest rounds of both, which others on the machine disturbed least. */
  readonly cheapest_ratio: number;
}

/** Compares the first two of each name. Without processor time there is nothing to compare. */
export function compareMeasured(measured: readonly Measured[]): Comparison[] {
  const groups = Map.groupBy(measured, ({ name }) => name);
  return [...groups].flatMap(([name, [before, after]]) => {
    if (before === undefined || after === undefined) return [];
    const [earlier, later] = [timesOf(before), timesOf(after)];
    return [
      {
        name,
        before_us: median(earlier),
        after_us: median(later),
        ratio: median(later.map((time, round) => time / (earlier[round] ?? Number.NaN))),
        cheapest_ratio: cheapest(later) / cheapest(earlier),
      },
    ];
  });
}

function timesOf({ rounds }: Measured): number[] {
  return rounds.map(({ processor_us }) => processor_us ?? Number.NaN);
}

const CHEAPEST = 3;

function cheapest(times: readonly number[]): number {
  return median(times.toSorted((a, b) => a - b).slice(0, CHEAPEST));
}

/** One row per subject of a workload. */
export function renderComparisons(
  { title, unit }: Pick<Workload, "title" | "unit">,
  comparisons: readonly Comparison[],
): string {
  const one = unit === "flows" ? "flow" : "request";
  return alignColumns([
    [
      `${title} (µs of one ${one})`.padEnd(TITLE_WIDTH),
      "before",
      "after",
      "ratio",
      "cheapest rounds",
    ],
    ...comparisons.map(({ name, before_us, after_us, ratio, cheapest_ratio }) => [
      `  ${name}`,
      readable(before_us),
      readable(after_us),
      `${readable(ratio)} ×`,
      `${readable(cheapest_ratio)} ×`,
    ]),
  ]);
}

const TITLE_WIDTH = 62;
