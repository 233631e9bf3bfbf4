import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Scenario } from "./driver.ts";

/** Input of the open-loop driver: concurrent streams, each with its own rate. */
export interface SteadyPlan {
  readonly public_url: string;
  readonly admin_url: string;
  readonly seconds: number;
  readonly streams: readonly Stream[];
}

/** One scenario, started `rate` times per second. */
export interface Stream {
  readonly name: string;
  readonly scenario: Scenario;
  readonly rate: number;
}

/** What a stream measured. */
export interface SteadyOutcome {
  readonly name: string;
  /** Requested iterations per second. */
  readonly rate: number;
  readonly count: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly longest_ms: number;
  /** 99th percentile of the load generator's own delay. */
  readonly late_ms: number;
}

/** Loads a server at constant rates from a separate process. Rejects when a step fails. */
export async function driveSteadily(plan: SteadyPlan): Promise<SteadyOutcome[]> {
  const child = launch([process.execPath, programs.steady, JSON.stringify(plan)], {
    core: cores.load,
    seconds_max: plan.seconds + 60,
  });
  const outcomes: SteadyOutcome[] = JSON.parse(await child.output);
  return outcomes;
}
