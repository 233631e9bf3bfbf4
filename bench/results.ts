import type { SubjectName } from "./subjects/subject.ts";
import type { Machine } from "./machine.ts";
import type { Pace } from "./options.ts";
import type { Verdict } from "./targets.ts";

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
