/** The rule that decided a step. */

import { alreadyUsed, anotherBrowser, expired, notAnswered } from "../interaction/verifier-use.ts";
import { workspaceErrors } from "../workspace/errors.ts";
import type { ResponseNote } from "../http/endpoint.ts";

/** The name of the rule that decided a step: what the endpoint said, or what its refusal is called. */
export function ruleOf(step: string, note: ResponseNote | undefined): string {
  const { error, rule } = note ?? {};
  if (error === undefined) return rule ?? step;
  return error.reason ?? known.get(error.error_description) ?? error.error;
}

/** Errors without a `reason` are recognized by their description. */
const known: ReadonlyMap<string, string> = new Map([
  [notAnswered.error.error_description, "not_answered"],
  [alreadyUsed.error.error_description, "already_used"],
  [expired.error.error_description, "came_back_too_late"],
  [anotherBrowser.error.error_description, "another_browser"],
  ...Object.entries(workspaceErrors).map(([reason, { description }]): [string, string] => [
    description,
    reason,
  ]),
]);
