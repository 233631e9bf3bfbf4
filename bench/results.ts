import type { SubjectName } from "./subjects/subject.ts";
import type { Machine } from "./machine.ts";
import type { Pace } from "./options.ts";

/** Results of a run. */
export interface Results {
  /** ISO 8601. */
  readonly began_at: string;
  readonly machine: Machine;
  readonly pace: Omit<Pace, "warm_up_s">;
  readonly workloads: readonly WorkloadResult[];
  readonly targets: readonly Verdict[];
}

export interface WorkloadResult {
  readonly name: string;
  readonly title: string;
  readonly unit: "requests" | "flows";
  /** How long each subject was warmed up. */
  readonly warm_up_s: number;
  readonly measured: readonly Measured[];
}

/** The medians of a subject's rounds. */
export interface Measured {
  readonly name: SubjectName;
  /** Requests or flows per second. */
  readonly rate: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** The server's processor time for each; less sensitive to a busy machine than the rate. */
  readonly processor_us: number | undefined;
  readonly rounds: readonly Round[];
}

/** What one round found. */
export interface Round {
  readonly rate: number;
  readonly processor_us: number | undefined;
}

/** A ratio between two subjects of one workload that a run must reach. */
export interface Target {
  readonly workload: string;
  readonly of: SubjectName;
  readonly to: SubjectName;
  readonly at_least: number;
  /** What is compared; `per_core` is the work done per second of the server's own processor time. */
  readonly by: "rate" | "per_core";
}

/** Whether a run reached a target. */
export interface Verdict extends Target {
  readonly ratio: number;
  readonly met: boolean;
  /** The same ratio by processor time, which is less sensitive to other processes on the machine. */
  readonly per_core: number | undefined;
  /** The same ratio for the lower-bound server. */
  readonly lower_bound: number | undefined;
}
