import { ResponseDecodeError } from "./response-errors.ts";
import type { Received } from "./received.ts";

/** The fields of a JSON object in a response. Reading one of the wrong type throws a `ResponseDecodeError` that names it. */
export interface Fields {
  readonly received: Received;
  /** The path of the object, which precedes the name of a field in errors: empty, or `owner.`. */
  readonly prefix: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The body of a response. */
export function readBody(received: Received): Fields {
  if (!isObject(received.body)) throw new ResponseDecodeError(received, "body");
  return { received, prefix: "", values: received.body };
}

/** A required string. */
export function readText(fields: Fields, name: string): string {
  return readOptionalText(fields, name) || fail(fields, name);
}

/** An optional string. Null counts as absent. */
export function readOptionalText(fields: Fields, name: string): string | undefined {
  const value = fields.values[name] ?? undefined;
  return value === undefined || typeof value === "string" ? value : fail(fields, name);
}

/** A required object. */
export function readObject(fields: Fields, name: string): Fields {
  return readOptionalObject(fields, name) ?? fail(fields, name);
}

/** An optional object. Null counts as absent. */
export function readOptionalObject(fields: Fields, name: string): Fields | undefined {
  const value = fields.values[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!isObject(value)) return fail(fields, name);
  return { received: fields.received, prefix: `${fields.prefix}${name}.`, values: value };
}

/** Rejects a response because of one field. */
export function fail({ received, prefix }: Fields, name: string): never {
  throw new ResponseDecodeError(received, prefix + name);
}

/** The object without the properties that are undefined. */
export function present<T extends object>(fields: {
  [Name in keyof T]: T[Name] | (object extends Pick<T, Name> ? undefined : never);
}): T {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only optional properties of T can be undefined.
  return Object.fromEntries(entries) as T;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
