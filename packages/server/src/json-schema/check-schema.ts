/**
 * JSON Schemas that operators register, checked before they are stored: every keyword is known, references stay inside, and
 * the time to validate a value is bounded by the size of the value.
 */

import type { JsonObject } from "@latchkey/api";
import { MAX_JSON_DEPTH, isJsonObject } from "../limits/json-depth.ts";
import { problemOfPattern } from "./pattern-cost.ts";
import { escapePointer } from "./pointer.ts";

/** A place in a schema as a JSON Pointer, and what is wrong there, as the end of a sentence. */
export interface SchemaProblem {
  readonly at: string;
  readonly problem: string;
}

/** Characters of the schema as JSON. */
const MAX_SCHEMA_LENGTH = 32_768;
const MAX_SCHEMA_DEPTH = 32;
/** Subschemas, counted as often as references reach them. */
const MAX_SUBSCHEMAS = 1_000;

/** The first problem of a schema; undefined for one that can be used. */
export function problemOfSchema(schema: JsonObject): SchemaProblem | undefined {
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH) {
    return { at: "", problem: `is longer than ${MAX_SCHEMA_LENGTH} characters` };
  }
  return problemsIn(schema, "", 0).next().value ?? problemOfReferences(schema);
}

type Keyword =
  | "schema"
  | "schemas"
  | "schema_map"
  | "pattern_map"
  | "texts_map"
  | "types"
  | "texts"
  | "text"
  | "count"
  | "number"
  | "flag"
  | "list"
  | "pattern"
  | "format"
  | "reference"
  | "any";

/** The keywords of JSON Schema 2020-12 that are supported. */
const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["$schema", "text"],
  ["$comment", "text"],
  ["title", "text"],
  ["description", "text"],
  ["default", "any"],
  ["examples", "list"],
  ["deprecated", "flag"],
  ["$defs", "schema_map"],
  ["$ref", "reference"],
  ["type", "types"],
  ["const", "any"],
  ["enum", "list"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["properties", "schema_map"],
  ["patternProperties", "pattern_map"],
  ["additionalProperties", "schema"],
  ["unevaluatedProperties", "schema"],
  ["propertyNames", "schema"],
  ["required", "texts"],
  ["dependentRequired", "texts_map"],
  ["dependentSchemas", "schema_map"],
  ["minProperties", "count"],
  ["maxProperties", "count"],
  ["items", "schema"],
  ["prefixItems", "schemas"],
  ["unevaluatedItems", "schema"],
  ["contains", "schema"],
  ["minContains", "count"],
  ["maxContains", "count"],
  ["minItems", "count"],
  ["maxItems", "count"],
  ["uniqueItems", "flag"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["exclusiveMinimum", "number"],
  ["exclusiveMaximum", "number"],
  ["multipleOf", "number"],
  ["minLength", "count"],
  ["maxLength", "count"],
  ["pattern", "pattern"],
  ["format", "format"],
]);

const types: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** Formats whose check takes a time that grows with the text and not faster. */
const formats: ReadonlySet<unknown> = new Set([
  "date",
  "time",
  "date-time",
  "uuid",
  "uri",
  "email",
]);

function* problemsIn(
  schema: unknown,
  at: string,
  depth: number,
): Generator<SchemaProblem, undefined> {
  if (typeof schema === "boolean") return undefined;
  if (!isJsonObject(schema)) yield { at, problem: "must be a schema: an object, true or false" };
  else if (depth > MAX_SCHEMA_DEPTH)
    yield { at, problem: `is nested deeper than ${MAX_SCHEMA_DEPTH}` };
  else {
    for (const [name, value] of Object.entries(schema)) {
      yield* problemsOfKeyword(name, value, `${at}/${escapePointer(name)}`, depth);
    }
  }
  return undefined;
}

function* problemsOfKeyword(
  name: string,
  value: unknown,
  at: string,
  depth: number,
): Generator<SchemaProblem, undefined> {
  const keyword = keywords.get(name);
  switch (keyword) {
    case undefined:
      yield { at, problem: "is not a keyword that is supported here" };
      break;
    case "schema":
      yield* problemsIn(value, at, depth + 1);
      break;
    case "schemas":
      if (!Array.isArray(value)) yield { at, problem: "must be a list of schemas" };
      else
        for (const [index, one] of value.entries())
          yield* problemsIn(one, `${at}/${index}`, depth + 1);
      break;
    case "schema_map":
    case "pattern_map":
      if (!isJsonObject(value)) {
        yield { at, problem: "must be an object with a schema in each field" };
        break;
      }
      for (const [field, one] of Object.entries(value)) {
        const within = `${at}/${escapePointer(field)}`;
        const problem = keyword === "pattern_map" ? problemOfPattern(field) : undefined;
        if (problem !== undefined) yield { at: within, problem };
        yield* problemsIn(one, within, depth + 1);
      }
      break;
    case "any":
    case "count":
    case "flag":
    case "format":
    case "list":
    case "number":
    case "pattern":
    case "reference":
    case "text":
    case "texts":
    case "texts_map":
    case "types": {
      const problem = problemOfValue(keyword, value);
      if (problem !== undefined) yield { at, problem };
    }
  }
  return undefined;
}

type ValueKeyword = Exclude<Keyword, "schema" | "schemas" | "schema_map" | "pattern_map">;

function problemOfValue(keyword: ValueKeyword, value: unknown): string | undefined {
  switch (keyword) {
    case "any":
      return undefined;
    case "text":
      return typeof value === "string" ? undefined : "must be a string";
    case "flag":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "number":
      return typeof value === "number" ? undefined : "must be a number";
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0
        ? undefined
        : "must be a whole number";
    case "list":
      return Array.isArray(value) ? undefined : "must be a list";
    case "texts":
      return isTexts(value) ? undefined : "must be a list of strings";
    case "texts_map":
      return isJsonObject(value) && Object.values(value).every(isTexts)
        ? undefined
        : "must be an object with a list of strings in each field";
    case "types":
      return (Array.isArray(value) ? value : [value]).every((type) => types.has(type))
        ? undefined
        : `must be one of ${[...types].join(", ")}, or a list of them`;
    case "pattern":
      return typeof value === "string" ? problemOfPattern(value) : "must be a string";
    case "format":
      return formats.has(value) ? undefined : `must be one of ${[...formats].join(", ")}`;
    case "reference":
      return typeof value === "string" && LOCAL.test(value)
        ? undefined
        : "must refer to one of $defs of the same schema, such as #/$defs/amount";
  }
}

const LOCAL = /^#\/\$defs\/[\w.-]+$/;

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** References must lead somewhere, never back, and not multiply: validation follows each of them. */
function problemOfReferences(schema: JsonObject): SchemaProblem | undefined {
  const definitions = isJsonObject(schema["$defs"]) ? schema["$defs"] : {};
  const sizes = new Map<string, number>();
  let problem: SchemaProblem | undefined;

  const sizeOfDefinition = (reference: string, path: readonly string[]): number => {
    const name = reference.slice("#/$defs/".length);
    if (!Object.hasOwn(definitions, name))
      problem ??= { at: `/$defs/${name}`, problem: "is missing" };
    if (path.includes(name)) problem ??= { at: `/$defs/${name}`, problem: "refers to itself" };
    if (problem !== undefined) return 0;
    const size = sizes.get(name) ?? sizeOf(definitions[name], [...path, name]);
    sizes.set(name, size);
    return size;
  };

  const sizeOf = (part: unknown, path: readonly string[]): number => {
    if (path.length > MAX_JSON_DEPTH) return Infinity;
    if (Array.isArray(part)) return part.reduce<number>((sum, one) => sum + sizeOf(one, path), 0);
    if (!isJsonObject(part)) return 0;
    return Object.entries(part).reduce((sum, [name, value]) => {
      if (VALUES.has(name)) return sum;
      return name === "$ref" && typeof value === "string"
        ? sum + sizeOfDefinition(value, path)
        : sum + sizeOf(value, path);
    }, 1);
  };

  const size = sizeOf(schema, []);
  if (problem !== undefined) return problem;
  return size > MAX_SUBSCHEMAS
    ? { at: "", problem: `has more than ${MAX_SUBSCHEMAS} subschemas, references included` }
    : undefined;
}

/** Keywords whose values are data and no schemas. */
const VALUES: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);
