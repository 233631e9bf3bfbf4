import type { Demand } from "./demand.ts";
import { type Choices, type Measurements, sizeOf } from "./sizing.ts";

/** What one machine, or one database, is taken to offer at most. */
export interface Ceilings {
  /** Cores of the machine of one primary. */
  readonly database_cores: number;
  /** Megabytes that its disk writes in a second. */
  readonly written_megabytes_per_second: number;
  /** What a standby receives and applies in a second; it applies with one process. */
  readonly log_megabytes_per_second: number;
  /** How often all rows that still live may have to be frozen. */
  readonly hours_to_freeze: number;
  /** What its disk holds. */
  readonly live_gigabytes: number;
}

export const usualCeilings: Ceilings = {
  database_cores: 64,
  written_megabytes_per_second: 1_000,
  log_megabytes_per_second: 100,
  hours_to_freeze: 12,
  live_gigabytes: 2_000,
};

/** At how many requests a second a ceiling is reached. */
export interface BreakingPoint {
  readonly of: keyof Ceilings;
  readonly requests_per_second: number;
}

/** In the order in which they are reached. All grow with the requests, so one size tells each. */
export function breakingPoints(
  { requests_per_second, ...demand }: Demand,
  measured: Measurements,
  choices: Choices,
  ceilings: Ceilings,
): readonly BreakingPoint[] {
  const sizing = sizeOf({ ...demand, requests_per_second }, measured, choices);
  const points: BreakingPoint[] = [
    point("database_cores", ceilings.database_cores / sizing.database_cores),
    point(
      "written_megabytes_per_second",
      ceilings.written_megabytes_per_second / sizing.written_megabytes_per_second,
    ),
    point(
      "log_megabytes_per_second",
      ceilings.log_megabytes_per_second / sizing.log_megabytes_per_second,
    ),
    point("hours_to_freeze", sizing.hours_to_freeze / ceilings.hours_to_freeze),
    point("live_gigabytes", ceilings.live_gigabytes / sizing.live_gigabytes),
  ];
  return points.toSorted((one, other) => one.requests_per_second - other.requests_per_second);

  function point(of: keyof Ceilings, times: number): BreakingPoint {
    return { of, requests_per_second: requests_per_second * times };
  }
}
