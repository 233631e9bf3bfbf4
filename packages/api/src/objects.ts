/** Objects of requests and responses, their fields, and the names and types of schemas. */

import * as v from "valibot";
import { isObject, type JsonObject } from "./values.ts";

const OBJECT = "a JSON object";

/** The object of a request: fields that are null count as left out, and fields that are not listed are refused. */
export function requestObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<JsonObject>(isObject, OBJECT),
    v.transform(withoutNulls),
    v.strictObject(entries, OBJECT),
  );
}

/** The object of a response that an operator's app sends: as `requestObject`, but fields that are not listed are ignored. */
export function openObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<JsonObject>(isObject, OBJECT),
    v.transform(withoutNulls),
    v.object(entries, OBJECT),
  );
}

function withoutNulls(given: JsonObject): JsonObject {
  const hasNull = Object.values(given).includes(null); // Seldom: then nothing is copied.
  return hasNull
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    : given;
}

/** A field that is always there. */
export function required<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
) {
  return v.pipe(referenceTo(schema), v.description(description));
}

/** A field that may be absent. */
export function optional<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
) {
  return v.exactOptional(required(schema, description));
}

/** A schema under `components` of the OpenAPI document: every use of it is a reference. */
export function named<const Schema extends v.GenericSchema>(
  name: string,
  description: string,
  schema: Schema,
  ...examples: readonly v.InferOutput<Schema>[]
) {
  return v.pipe(schema, v.title(name), v.description(description), v.examples(examples));
}

/** A pipe around a named schema would hide its name from the generator; `lazy` does not. */
function referenceTo<const Schema extends v.GenericSchema>(schema: Schema): Schema {
  if (v.getTitle(schema) === undefined) return schema;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It reads and yields exactly what the schema does.
  return v.lazy(() => schema) as unknown as Schema;
}

/** The type of a schema's values, with properties that cannot be assigned to. */
export type ValueOf<Schema extends v.GenericSchema> = ReadonlyProperties<v.InferOutput<Schema>>;

type ReadonlyProperties<T> = unknown extends T
  ? T
  : T extends readonly unknown[]
    ? { [Index in keyof T]: ReadonlyProperties<T[Index]> }
    : T extends object
      ? { readonly [Name in keyof T]: ReadonlyProperties<T[Name]> }
      : T;

/** The names of the fields of an object, whatever is done to it before they are read. */
export function fieldNamesOf(schema: v.GenericSchema): readonly string[] {
  if ("entries" in schema) return Object.keys(schema.entries ?? {});
  const steps = "pipe" in schema && Array.isArray(schema.pipe) ? schema.pipe : [];
  const inner = steps.find((step) => step !== schema && fieldNamesOf(step).length > 0);
  return inner === undefined ? [] : fieldNamesOf(inner);
}
