import { read, type Reading } from "@latchkey/api";
import { describeProblem, type OAuthError } from "./oauth-error.ts";
import { err, type Result } from "../result.ts";

/** A schema of the contract. */
type Schema = Parameters<typeof read>[0];
type Value<S extends Schema> = Extract<ReturnType<typeof read<S>>, { ok: true }>["value"];

/** What an administrator's body is completed with. */
export interface InputFacts<Present> {
  /** What is there already; undefined when it is to be created. */
  readonly present: Present | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Makes a UUID. */
  readonly newId: () => string;
}

/** Reads an administrator's body by its schema. */
export function readInput<const S extends Schema>(
  body: unknown,
  schema: S,
): Result<Value<S>, OAuthError> {
  const input: Reading<Value<S>> = read(schema, body);
  return input.ok ? input : err(describeProblem(input.error));
}

/** A body that fits its schema and breaks another rule. */
export function unacceptable(error_description: string): Result<never, OAuthError> {
  return err({ error: "invalid_request", error_description });
}

/** Whether a body would change a field that never changes: it may be left out or repeated. */
export function contradicts<T>(given: T | undefined, present: T | undefined): boolean {
  return given !== undefined && present !== undefined && given !== present;
}
