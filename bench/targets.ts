import type { SubjectName } from "./subjects/subject.ts";
import type { Round, Target, Verdict, WorkloadResult } from "./results.ts";
import { median } from "./statistics.ts";

/**
 * The performance targets. Code flows, refresh and several workers are compared with the lower-bound server: there, a target
 * relative to bare `node:http` would mostly measure the cost of signatures and of sharing the cores with the load.
 */
export const targets: readonly Target[] = [
  latchkeyTo("baseline", "client_credentials", 0.65),
  latchkeyTo("node-oidc-provider", "client_credentials", 4),
  latchkeyTo("baseline", "introspection", 0.7),
  latchkeyTo("node-oidc-provider", "introspection", 4),
  latchkeyTo("lower-bound", "code_flow_es256", 0.55),
  latchkeyTo("lower-bound", "code_flow_rs256", 0.55),
  latchkeyTo("lower-bound", "refresh", 0.55),
  latchkeyTo("baseline", "jwks", 0.85),
  latchkeyTo("baseline", "discovery", 0.85),
  latchkeyTo("baseline", "health", 0.85),
  latchkeyTo("baseline", "client_list", 0.5),
  latchkeyTo("latchkey-small", "client_list", 0.9),
  latchkeyTo("baseline", "client_get", 0.5),
  latchkeyTo("latchkey-small", "client_get", 0.9),
  workersToLowerBound("workers_token", 0.65),
  workersToLowerBound("workers_introspection", 0.65),
  postgresToSqlite("client_credentials"),
  postgresToSqlite("introspection"),
  postgresToSqlite("code_flow_es256"),
  postgresToSqlite("refresh"),
];

/** The lower-bound server that corresponds to a subject. */
const lowerBounds: Readonly<Partial<Record<SubjectName, SubjectName>>> = {
  latchkey: "lower-bound",
  "latchkey-postgres": "lower-bound-postgres",
  "latchkey-workers": "lower-bound-workers",
};

/** Evaluates every target whose two sides were measured. */
export function evaluateTargets(
  results: readonly WorkloadResult[],
  evaluated = targets,
): Verdict[] {
  return evaluated.flatMap((target) => {
    const result = results.find(({ name }) => name === target.workload);
    const ratio = result && ratioOf(result, target);
    if (result === undefined || ratio === undefined) return [];
    const per_core = ratioOf(result, { ...target, by: "per_core" });
    const lower_bound = lowerBoundOf(result, target);
    return [{ ...target, ratio, met: ratio >= target.at_least, per_core, lower_bound }];
  });
}

/** Undefined where the target already compares with the lower bound. */
function lowerBoundOf(result: WorkloadResult, { of, to, by }: Target): number | undefined {
  const [bound, other] = [lowerBounds[of], lowerBounds[to] ?? to];
  return bound === undefined || bound === to
    ? undefined
    : ratioOf(result, { of: bound, to: other, by });
}

/**
 * The rate of one subject as a multiple of another's; undefined when either was not measured. Both are measured in every
 * round, and the median of the ratios per round counts, so that a disturbance that affects both does not change it.
 */
export function ratioOf(
  { measured }: WorkloadResult,
  { of, to, by }: Pick<Target, "of" | "to" | "by">,
): number | undefined {
  const [subject, reference] = [of, to].map((name) =>
    measured.find((entry) => entry.name === name),
  );
  if (subject === undefined || reference === undefined) return undefined;
  const ratios = subject.rounds.map(
    (round, index) => valueOf(round, by) / valueOf(reference.rounds[index], by),
  );
  const ratio = median(ratios);
  return Number.isNaN(ratio) ? undefined : ratio;
}

function valueOf(round: Round | undefined, by: Target["by"]): number {
  if (by === "rate") return round?.rate ?? Number.NaN;
  return 1e6 / (round?.processor_us ?? Number.NaN);
}

function latchkeyTo(to: SubjectName, workload: string, at_least: number): Target {
  return { workload, of: "latchkey", to, at_least, by: "rate" };
}

/** One worker per core: how much of what the lower bound reaches with as many workers. */
function workersToLowerBound(workload: string, at_least: number): Target {
  return { workload, of: "latchkey-workers", to: "lower-bound-workers", at_least, by: "rate" };
}

function postgresToSqlite(workload: string): Target {
  return { workload, of: "latchkey-postgres", to: "latchkey", at_least: 0.8, by: "per_core" };
}
