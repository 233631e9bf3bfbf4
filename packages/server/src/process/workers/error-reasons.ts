import { inspect } from "node:util";

/** The message of an error and those of its causes, which can be sent between processes. */
export function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [inspect(error)];
  return error.cause === undefined ? [error.message] : [error.message, ...reasonsOf(error.cause)];
}

/** The error with its causes, from the messages that `reasonsOf` made. */
export function errorOf([message = "No reason was given.", ...causes]: readonly string[]): Error {
  return causes.length === 0 ? new Error(message) : new Error(message, { cause: errorOf(causes) });
}
