import { type OutputUnit, Validator } from "@cfworker/json-schema";
import type { JsonObject } from "@latchkey/api";
import { memoize } from "../memoize.ts";
import { escapePointer } from "./pointer.ts";

/** Where a value does not fit its schema. */
export interface Violation {
  /** A JSON Pointer into the value; empty for the whole of it. The sender chose its names. */
  readonly at: string;
  /** The keyword of the schema that it breaks; `false` where a field is not allowed. Or `TOO_LONG_TO_COMPARE`. */
  readonly keyword: string;
}

/**
 * JSON Schema 2020-12: where a value breaks a schema, undefined when it fits. The schema must have passed `problemOfSchema`,
 * and the value must be bounded: the time depends on both.
 */
export function findViolation(schema: JsonObject, value: JsonObject): Violation | undefined {
  const atList = comparesEntries(schema) ? findLongList(value, "") : undefined;
  if (atList !== undefined) return { at: atList, keyword: TOO_LONG_TO_COMPARE };
  const { valid, errors } = validatorOf(schema).validate(value);
  if (valid) return undefined;
  const { instanceLocation, keyword, error } = causeOf(errors);
  // What is missing has no place in the value: it is named as if it had one.
  const missing = keyword === "required" ? /property "(.*)"\.$/.exec(error)?.[1] : undefined;
  const at = instanceLocation.slice(1);
  return { at: missing === undefined ? at : `${at}/${missing}`, keyword };
}

/** A list is too long for `uniqueItems`: the library compares each entry with each other, which takes quadratic time. */
export const TOO_LONG_TO_COMPARE = "uniqueItems_length";

/** Entries of a list in a value whose schema has `uniqueItems`. */
export const MAX_COMPARED = 128;

/** Where the first list with more entries is, as a JSON Pointer. */
function findLongList(value: unknown, at: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) && value.length > MAX_COMPARED) return at;
  for (const [name, inner] of Object.entries(value)) {
    const found = findLongList(inner, `${at}/${escapePointer(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a schema has `uniqueItems` anywhere. In a text, its quotes would be escaped. */
const comparesEntries = memoize((schema: JsonObject) =>
  JSON.stringify(schema).includes('"uniqueItems":true'),
);

/** A subschema that failed is reported before the errors inside it: the innermost of the first one says why. */
function causeOf(errors: readonly OutputUnit[]): OutputUnit {
  const [first, ...others] = errors;
  if (first === undefined) throw new Error("A value was found invalid for no reason.");
  return others.reduce((cause, error) => (explains(error, cause) ? error : cause), first);
}

function explains(error: OutputUnit, cause: OutputUnit): boolean {
  if (CHOICES.has(cause.keyword)) return false;
  const [inner, outer] = [error.instanceLocation, cause.instanceLocation];
  return inner === outer ? APPLICATORS.has(cause.keyword) : inner.startsWith(`${outer}/`);
}

/** Keywords that apply a subschema to the same value. */
const APPLICATORS: ReadonlySet<string> = new Set(["$ref", "allOf", "if", "dependentSchemas"]);

/** Where one of several subschemas had to match, none of their errors alone is the reason. */
const CHOICES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

/** The library writes into the schema, so it gets a copy. Once for each schema: those of a store are replaced, never changed. */
const validatorOf = memoize(
  (schema: JsonObject) => new Validator(structuredClone(schema), "2020-12"),
);
