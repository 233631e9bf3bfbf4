import { notBound, tooLate, unanswered, usedBefore } from "../interaction/use.ts";
import { refusals } from "../workspace/refusals.ts";
import type { ResponseNote } from "../http/endpoint.ts";

/** The name of the rule that decided a step: what the endpoint said, or what its refusal is called. */
export function ruleOf(step: string, note: ResponseNote | undefined): string {
  const { error, rule } = note ?? {};
  if (error === undefined) return rule ?? step;
  return error.reason ?? known.get(error.error_description) ?? error.error;
}

/** Refusals that carry no reason, because they have but one, are known by their words. */
const known: ReadonlyMap<string, string> = new Map([
  [unanswered.error.error_description, "not_answered"],
  [usedBefore.error.error_description, "already_used"],
  [tooLate.error.error_description, "came_back_too_late"],
  [notBound.error.error_description, "another_browser"],
  ...Object.entries(refusals).map(([reason, { description }]): [string, string] => [
    description,
    reason,
  ]),
]);
