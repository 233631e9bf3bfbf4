/** The sentences with which the inspector explains rules: what happened, which specification says so, how to fix it. */

import type { Explanation, Rejection } from "../oauth/rejection.ts";
import type { Steps } from "./steps.ts";

/** Why a step succeeded, and the section of the specification, by the name of the rule that decided it. */
export type Acceptances = Readonly<
  Record<string, { readonly because: string; readonly reference?: string }>
>;

/** Why a step was rejected, by the reason, or by the error code: the rows of a rule, or explanations alone. */
export type ExplainedRejections = Readonly<Record<string, Rejection | Explanation>>;

/** The explanations of all rules. */
export interface Explanations {
  readonly acceptances: Acceptances;
  readonly rejections: Readonly<Record<string, Explanation>>;
  /** The steps of operations and grant types. */
  readonly steps: Steps;
}

/** Collects the tables of rules. Of reasons with the same name, one row is enough to explain them. */
export function collectExplanations(tables: {
  readonly acceptances: readonly Acceptances[];
  readonly rejections: readonly ExplainedRejections[];
  readonly steps: Steps;
}): Explanations {
  const explained = tables.rejections
    .flatMap((rows) => Object.entries(rows))
    .filter(([, row]) => row.name !== null && (row.because ?? row.reference ?? row.fix))
    .map(([reason, row]) => [row.name ?? reason, row] as const);
  return {
    acceptances: Object.assign({}, ...tables.acceptances),
    rejections: Object.fromEntries(explained),
    steps: tables.steps,
  };
}
