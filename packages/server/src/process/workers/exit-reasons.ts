import { inspect } from "node:util";

/** What an error says and what caused it, as it can travel between processes. */
export function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [inspect(error)];
  return error.cause === undefined ? [error.message] : [error.message, ...reasonsOf(error.cause)];
}

/** The error again, on the other side. */
export function errorOf([message = "It did not say why.", ...causes]: readonly string[]): Error {
  return causes.length === 0 ? new Error(message) : new Error(message, { cause: errorOf(causes) });
}
