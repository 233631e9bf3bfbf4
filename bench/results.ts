import type { ContenderName } from "./contenders/contender.ts";
import type { Machine } from "./machine.ts";
import type { Pace } from "./options.ts";
import type { Verdict } from "./targets.ts";

/** What a run found. */
export interface Results {
  /** ISO 8601. */
  readonly began_at: string;
  readonly machine: Machine;
  readonly pace: Omit<Pace, "warm_up_s">;
  readonly works: readonly WorkResult[];
  readonly targets: readonly Verdict[];
}

export interface WorkResult {
  readonly name: string;
  readonly title: string;
  readonly unit: "requests" | "flows";
  /** How long each contender was warmed up. */
  readonly warm_up_s: number;
  readonly measured: readonly Measured[];
}

/** The medians of a contender's rounds. */
export interface Measured {
  readonly name: ContenderName;
  /** Requests or flows each second. */
  readonly rate: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** The server's processor time for each. It stays true on a busy machine. */
  readonly processor_us: number | undefined;
  readonly rounds: readonly Round[];
}

/** What one round found. */
export interface Round {
  readonly rate: number;
  readonly processor_us: number | undefined;
}
