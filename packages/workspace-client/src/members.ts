import { ResponseDecodeError } from "./answer-errors.ts";
import type { Received } from "./received.ts";

/** A JSON object being read. What is not as promised throws a `ResponseDecodeError` that names the member. */
export interface Members {
  readonly received: Received;
  /** What stands before a member's name in an error: empty, or `owner.`. */
  readonly prefix: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The body of an answer. */
export function readBody(received: Received): Members {
  if (!isObject(received.body)) throw new ResponseDecodeError(received, "body");
  return { received, prefix: "", values: received.body };
}

/** A member that must be text. */
export function readText(members: Members, name: string): string {
  return readOptionalText(members, name) || fail(members, name);
}

/** A member that may be text; null is as good as absent. */
export function readOptionalText(members: Members, name: string): string | undefined {
  const value = members.values[name] ?? undefined;
  return value === undefined || typeof value === "string" ? value : fail(members, name);
}

/** A member that must be an object. */
export function readObject(members: Members, name: string): Members {
  return readOptionalObject(members, name) ?? fail(members, name);
}

/** A member that may be an object; null is as good as absent. */
export function readOptionalObject(members: Members, name: string): Members | undefined {
  const value = members.values[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!isObject(value)) return fail(members, name);
  return { received: members.received, prefix: `${members.prefix}${name}.`, values: value };
}

/** Gives up on an answer because of one member. */
export function fail({ received, prefix }: Members, name: string): never {
  throw new ResponseDecodeError(received, prefix + name);
}

/** A record without the members that are absent, so that no key says `undefined`. */
export function present<T extends object>(members: {
  [Name in keyof T]: T[Name] | (object extends Pick<T, Name> ? undefined : never);
}): T {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only members that T lets be absent can be undefined.
  return Object.fromEntries(entries) as T;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
