import { type OutputUnit, Validator } from "@cfworker/json-schema";
import type { JsonObject } from "@latchkey/api";
import { memoize } from "../memoize.ts";

/** Where a value does not fit its schema. */
export interface Violation {
  /** A JSON Pointer into the value; empty for the whole of it. The sender chose its names. */
  readonly at: string;
  /** The keyword of the schema that it breaks; `false` where a field is not allowed. */
  readonly keyword: string;
}

/**
 * JSON Schema 2020-12: where a value breaks a schema, undefined when it fits. The schema must have passed `problemOfSchema`,
 * and the value must be bounded: the time depends on both.
 */
export function findViolation(schema: JsonObject, value: JsonObject): Violation | undefined {
  const { valid, errors } = validatorOf(schema).validate(value);
  if (valid) return undefined;
  const { instanceLocation, keyword, error } = causeOf(errors);
  // What is missing has no place in the value: it is named as if it had one.
  const missing = keyword === "required" ? /property "(.*)"\.$/.exec(error)?.[1] : undefined;
  const at = instanceLocation.slice(1);
  return { at: missing === undefined ? at : `${at}/${missing}`, keyword };
}

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
