import type { MaybePromise } from "../maybe-promise.ts";
import type { Attributes } from "./span.ts";

/** Work that answers at once or later. */
export type Work<T> = () => MaybePromise<T>;

/** What an answer adds to its step; with an `error_type` the step failed. */
export interface Outcome {
  readonly attributes?: Attributes;
  readonly error_type?: string | undefined;
}

/** Does the work and says how it ended. The answer itself is handed on as it is. */
export function watched<T>(
  work: Work<T>,
  end: (outcome: Outcome) => void,
  outcome: (answer: T) => Outcome,
): MaybePromise<T> {
  const fail = (error: unknown): void => end({ error_type: typeOf(error) });
  try {
    const answer = work();
    if (answer instanceof Promise) void answer.then((settled) => end(outcome(settled)), fail);
    else end(outcome(answer));
    return answer;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** The kind of an error. Its message may hold anything, so it stays here. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : "thrown";
}
