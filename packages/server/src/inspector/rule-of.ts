import type { ResponseNote } from "../http/response.ts";

/**
 * The name of the rule that decided a step: what the endpoint said, or the reason of its error. An error without a reason is
 * identified by its code.
 */
export function ruleOf(step: string, note: ResponseNote | undefined): string {
  const { error, rule } = note ?? {};
  return error === undefined ? (rule ?? step) : (error.reason ?? error.error);
}
