import type { ContenderName } from "./contenders/contender.ts";
import type { Round, WorkResult } from "./results.ts";
import { median } from "./statistics.ts";

/** A ratio that shall hold between two contenders at one work. */
export interface Target {
  readonly work: string;
  readonly of: ContenderName;
  readonly to: ContenderName;
  readonly at_least: number;
  /** What is compared; `per_core` is work done in a second of the server's own processor time. */
  readonly by: "rate" | "per_core";
}

/** What we promise. */
export const targets: readonly Target[] = [
  ours("client_credentials", "floor", 0.65),
  ours("client_credentials", "node-oidc-provider", 4),
  ours("introspection", "floor", 0.7),
  ours("introspection", "node-oidc-provider", 4),
  ours("code_flow_es256", "floor", 0.6),
  ours("code_flow_es256", "node-oidc-provider", 5),
  ours("code_flow_rs256", "floor", 0.9),
  ours("refresh", "floor", 0.55),
  ours("jwks", "floor", 0.85),
  ours("discovery", "floor", 0.85),
  ours("health", "floor", 0.85),
  ours("client_list", "floor", 0.5),
  ours("client_list", "latchkey-small", 0.9),
  ours("client_get", "floor", 0.5),
  ours("client_get", "latchkey-small", 0.9),
  onAllCores("workers_token"),
  onAllCores("workers_introspection"),
  onPostgres("client_credentials"),
  onPostgres("introspection"),
  onPostgres("code_flow_es256"),
  onPostgres("refresh"),
];

export interface Verdict extends Target {
  readonly ratio: number;
  readonly met: boolean;
  /** The same ratio by processor time: what an undisturbed machine would have shown, more or less. */
  readonly per_core: number | undefined;
  /** What the bare parts of the work reach: whoever is made of them can hardly do better. */
  readonly possible: number | undefined;
}

/** Who does a work's bare parts in somebody's place. */
const stand_ins: Readonly<Partial<Record<ContenderName, ContenderName>>> = {
  latchkey: "parts",
  "latchkey-postgres": "parts-postgres",
  "latchkey-workers": "parts-workers",
};

/** What became of every target whose two sides were measured. */
export function judge(results: readonly WorkResult[], promised = targets): Verdict[] {
  return promised.flatMap((target) => {
    const result = results.find(({ name }) => name === target.work);
    const ratio = result && ratioOf(result, target);
    if (result === undefined || ratio === undefined) return [];
    const per_core = ratioOf(result, { ...target, by: "per_core" });
    const [of, to] = [stand_ins[target.of], stand_ins[target.to] ?? target.to];
    const possible = of && ratioOf(result, { of, to, by: target.by });
    return [{ ...target, ratio, met: ratio >= target.at_least, per_core, possible }];
  });
}

/**
 * One contender's figure as a multiple of another's; undefined when either is missing. Both are measured in every round, one
 * soon after the other: what counts is the median of how they compared, so a minute that disturbs both disturbs nothing.
 */
export function ratioOf(
  { measured }: WorkResult,
  { of, to, by }: Pick<Target, "of" | "to" | "by">,
): number | undefined {
  const [one, theirs] = [of, to].map((name) => measured.find((entry) => entry.name === name));
  if (one === undefined || theirs === undefined) return undefined;
  const ratios = one.rounds.map((round, index) => {
    const [mine, other] = [figureOf(round, by), figureOf(theirs.rounds[index], by)];
    return mine / other;
  });
  const ratio = median(ratios);
  return Number.isNaN(ratio) ? undefined : ratio;
}

function figureOf(round: Round | undefined, by: Target["by"]): number {
  if (by === "rate") return round?.rate ?? Number.NaN;
  return 1e6 / (round?.processor_us ?? Number.NaN);
}

function ours(work: string, to: ContenderName, at_least: number): Target {
  return { work, of: "latchkey", to, at_least, by: "rate" };
}

function onAllCores(work: string): Target {
  return { work, of: "latchkey-workers", to: "latchkey", at_least: 1.5, by: "rate" };
}

function onPostgres(work: string): Target {
  return { work, of: "latchkey-postgres", to: "latchkey", at_least: 0.8, by: "per_core" };
}
