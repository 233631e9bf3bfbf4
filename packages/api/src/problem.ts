import * as v from "valibot";
import type { ValueOf } from "./objects.ts";

/** Why a value does not fit its schema: the first rule that it broke. */
export interface Problem {
  /** The field, with dots between the names of nested ones; empty where the whole value is meant. */
  readonly field: string;
  /** What it must be, as the end of "The field … must be …". */
  readonly expected: string;
  /** What it was. It may be a secret: only the type of it belongs into a sentence, unless the field is known to be none. */
  readonly value: unknown;
  /**
   * `type`: another type. `size`: the right type, too long or out of range. `choice`: a string that is none of the few.
   * `form`: the right type, in the wrong form. `missing`: a required field is not there. `unknown`: there is no such
   * field, so that its name may be anything.
   */
  readonly aspect: "type" | "size" | "choice" | "form" | "missing" | "unknown";
}

/** What reading a value comes to. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Problem };

/** Reads a value by its schema. `name` is the field that holds it, where it is not a whole body. */
export function read<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  name?: string,
): Reading<ValueOf<Schema>> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The same type, with properties that cannot be assigned to.
  if (parsed.success) return { ok: true, value: parsed.output as ValueOf<Schema> };
  const [issue] = parsed.issues;
  return {
    ok: false,
    error: {
      field: fieldOf([name ?? "", ...(issue.path ?? []).map(({ key }) => key)]),
      expected: issue.message,
      value: issue.input,
      aspect: aspectOf(issue),
    },
  };
}

/** `session.id_token`, `resources[1].title`; an entry of a list itself is the list's. */
function fieldOf(keys: readonly unknown[]): string {
  return keys.reduce<string>((path, key, at) => {
    if (typeof key === "number") return at < keys.length - 1 ? `${path}[${key}]` : path;
    return path === "" ? String(key) : `${path}.${String(key)}`;
  }, "");
}

function aspectOf({ kind, type, input, expected }: v.BaseIssue<unknown>): Problem["aspect"] {
  if (type === "strict_object" && expected === "never") return "unknown";
  if (type.endsWith("object") && input === undefined) return "missing";
  if (kind === "schema")
    return type === "picklist" && typeof input === "string" ? "choice" : "type";
  return type === "check" ? "form" : "size";
}

/**
 * "The field … must be …, but was a number." The value itself is not repeated: it may be a secret. The name of an unknown
 * field is: the code that writes the sentence to the wire must replace characters that RFC 6749 does not allow.
 */
export function explain({ field, expected, value, aspect }: Problem): string {
  if (aspect === "unknown") return `The field ${field} is unknown.`;
  if (aspect === "missing") return `The field ${field} is required.`;
  const subject = field === "" ? "The body" : `The field ${field}`;
  return `${subject} must be ${expected}${aspect === "type" ? `, but was ${kindOf(value)}` : ""}.`;
}

/** The JSON type of a value, as the end of "but was …". */
function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
