import { type Check, compare, type Difference } from "./compare.ts";
import { type ExpectedDifference, expectedDifferences, findRule } from "./expected-differences.ts";
import type { Facts } from "./facts.ts";

/** What came of the checks of one folder on one target. */
export interface Outcome {
  readonly title: string;
  checked: number;
  equal: number;
  on_purpose: number;
  not_carried: number;
  /** How many checks needed a rule; one may need several. */
  readonly by_rule: Map<ExpectedDifference, number>;
  readonly failed: string[];
}

/** An outcome without checks. */
export function newOutcome(title: string): Outcome {
  return {
    title,
    checked: 0,
    equal: 0,
    on_purpose: 0,
    not_carried: 0,
    by_rule: new Map(),
    failed: [],
  };
}

/** Adds a check: equal, different by rules alone, or failed. */
export function record(outcome: Outcome, facts: Facts, { entry, expected, got }: Check): void {
  outcome.checked += 1;
  const differences = compare(expected, got);
  if (differences.length === 0) {
    outcome.equal += 1;
    return;
  }
  const found = differences.map((difference) => findRule(facts, entry, difference));
  const unexpected = differences.filter((_, index) => found[index] === undefined);
  if (unexpected.length > 0) {
    outcome.failed.push(`${entry}: ${unexpected.map(describe).slice(0, 4).join("; ")}`);
    return;
  }
  // One check counts once: as not carried where a rule says so.
  const rules = new Set(found.filter((rule) => rule !== undefined));
  if (rules.values().some(({ kind }) => kind === "not carried")) outcome.not_carried += 1;
  else outcome.on_purpose += 1;
  for (const rule of rules) outcome.by_rule.set(rule, (outcome.by_rule.get(rule) ?? 0) + 1);
}

/** Rules that no check of the run needed. */
export function unusedRules(outcomes: readonly Outcome[]): readonly ExpectedDifference[] {
  return expectedDifferences.filter((rule) => !outcomes.some(({ by_rule }) => by_rule.has(rule)));
}

function describe({ path, expected, got }: Difference): string {
  return `${path || "answer"} is ${show(got)} instead of ${show(expected)}`;
}

/** Long texts may be tokens: their beginnings are enough. */
function show(value: unknown): string {
  if (value === undefined) return "left out";
  const text = JSON.stringify(value, (_name, one: unknown) =>
    typeof one === "string" && one.length > 60 ? `${one.slice(0, 20)}…` : one,
  );
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** The line of an outcome, and one for each failure. */
export function describeOutcome(outcome: Outcome): string {
  const { title, checked, equal, on_purpose, not_carried, failed } = outcome;
  const counts = [
    `${checked} checked`,
    `${equal} equal`,
    `${on_purpose} differ on purpose`,
    `${not_carried} not carried`,
    `${failed.length} FAILED`,
  ];
  return [`${title}: ${counts.join(", ")}`, ...failed.map((line) => `  FAILED ${line}`)].join("\n");
}

/** The rules that were needed, with their reasons. */
export function describeRules(outcomes: readonly Outcome[]): string {
  const lines = expectedDifferences.map((rule) => {
    const times = outcomes.reduce((sum, { by_rule }) => sum + (by_rule.get(rule) ?? 0), 0);
    return `  ${rule.kind}: ${rule.rule} (${times}). ${rule.why}`;
  });
  return lines.join("\n");
}
