import { describeInteractionRejection } from "../interaction/interaction-rejection.ts";
import type { Kind } from "../interaction/json-kinds.ts";
import { readMembers } from "../interaction/json-members.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

type Shape = Readonly<Record<string, Kind<unknown>>>;
type Read<S extends Shape> = Extract<ReturnType<typeof readMembers<S>>, { ok: true }>["value"];

/** What an administrator's body is completed with. */
export interface InputFacts<Present> {
  /** What is there already; undefined when it is to be created. */
  readonly present: Present | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Makes a UUID. */
  readonly newId: () => string;
}

/** Reads an administrator's body: all members known and of their kind, or the one that is not, by name. */
export function readInput<S extends Shape>(body: unknown, shape: S): Result<Read<S>, OAuthError> {
  const read = readMembers(body, shape);
  return read.ok ? ok(read.value) : err(describeInteractionRejection(read.error));
}

/** A body that is well-formed, and still cannot be. */
export function unacceptable(error_description: string): Result<never, OAuthError> {
  return err({ error: "invalid_request", error_description });
}

/** What never changes: it may be left out or repeated, and nothing else. */
export function contradicts<T>(given: T | undefined, present: T | undefined): boolean {
  return given !== undefined && present !== undefined && given !== present;
}
