import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Journey } from "./assignment.ts";

/** What the steady driver shall do: several things at once, each at a rate of its own. */
export interface SteadyAssignment {
  readonly public_url: string;
  readonly admin_url: string;
  readonly seconds: number;
  readonly streams: readonly Stream[];
}

/** One thing that is done again and again, so many times each second. */
export interface Stream {
  readonly name: string;
  readonly journey: Journey;
  readonly rate: number;
}

/** What a stream met with. */
export interface SteadyOutcome {
  readonly name: string;
  /** What was asked for, each second. */
  readonly rate: number;
  readonly count: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly longest_ms: number;
  /** The 99th percentile of how late the load itself was. */
  readonly late_ms: number;
}

/** Loads a server steadily for some seconds, from a process of its own. Rejects when a step goes wrong. */
export async function driveSteadily(assignment: SteadyAssignment): Promise<SteadyOutcome[]> {
  const child = launch([process.execPath, programs.steady, JSON.stringify(assignment)], {
    core: cores.load,
    seconds_max: assignment.seconds + 60,
  });
  const outcomes: SteadyOutcome[] = JSON.parse(await child.output);
  return outcomes;
}
