import type { ContenderName } from "./contenders/contender.ts";
import type { WorkResult } from "./results.ts";

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
}

/** What became of every target whose two sides were measured. */
export function judge(results: readonly WorkResult[], promised = targets): Verdict[] {
  return promised.flatMap((target) => {
    const result = results.find(({ name }) => name === target.work);
    const ratio = result && ratioOf(result, target);
    if (result === undefined || ratio === undefined) return [];
    const per_core = ratioOf(result, { ...target, by: "per_core" });
    return [{ ...target, ratio, met: ratio >= target.at_least, per_core }];
  });
}

/** One contender's figure as a multiple of another's; undefined when either is missing. */
export function ratioOf(
  { measured }: WorkResult,
  { of, to, by }: Pick<Target, "of" | "to" | "by">,
): number | undefined {
  const figure = (name: ContenderName): number | undefined => {
    const found = measured.find((entry) => entry.name === name);
    if (found === undefined || by === "rate") return found?.rate;
    return found.processor_us === undefined ? undefined : 1e6 / found.processor_us;
  };
  const [one, theirs] = [figure(of), figure(to)];
  return one === undefined || theirs === undefined ? undefined : one / theirs;
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
