import type { Operation } from "@latchkey/api";
import type { Schema } from "@latchkey/openapi";
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";

/** A schema of the contract. */
type ContractSchema = NonNullable<Operation["request"]>;

/** An input of an operation, or a field of a form. */
export interface Input {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Converts schemas of the contract to JSON Schema. */
export interface Schemas {
  /** A reference, where the schema has a name. */
  of(schema: ContractSchema): Schema;
  /** The fields of an object, in the order in which they are written. */
  fieldsOf(entries: object): readonly Input[];
  /** Every schema with a name, in alphabetical order. */
  readonly named: Readonly<Record<string, Schema>>;
}

/** Schemas that have a title, here and within others, are defined by that name: everything else refers to them. */
export function createSchemas(roots: readonly unknown[]): Schemas {
  const definitions: Record<string, ContractSchema> = {};
  const seen = new Set<unknown>();
  for (const root of roots) collect(root);
  const names = Object.keys(definitions).toSorted();

  const config: ConversionConfig = {
    target: "draft-2020-12",
    typeMode: "output", // What a request is read as, without the leniencies of the reader.
    errorMode: "ignore", // Rules that JSON Schema cannot express are in the descriptions.
    definitions,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  };
  const converted = toJsonSchemaDefs(definitions, config);
  const convert = (schema: ContractSchema): Schema => {
    const { $schema: _dialect, $defs: _definitions, ...rest } = toJsonSchema(schema, config);
    return tidy(asSchema(rest));
  };
  return {
    of: (schema) => {
      const name = titleOf(schema);
      return name === undefined ? convert(schema) : { $ref: `#/components/schemas/${name}` };
    },
    fieldsOf: (entries) =>
      Object.entries(entries)
        .filter((entry): entry is [string, ContractSchema] => isSchema(entry[1]))
        .map(([name, schema]) => ({
          name,
          required: !("wrapped" in schema),
          schema: convert(schema),
        })),
    named: Object.fromEntries(
      names.map((name) => [name, tidy(asSchema(converted[name] ?? {}))] as const),
    ),
  };

  /** Follows a schema into everything it is made of. */
  function collect(value: unknown): void {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    const title = isSchema(value) ? titleOf(value) : undefined;
    if (isSchema(value) && title !== undefined) definitions[title] = value;
    if ("getter" in value && typeof value.getter === "function") collect(value.getter());
    for (const inner of Object.values(value)) collect(inner);
  }
}

function isSchema(value: unknown): value is ContractSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

function titleOf(schema: ContractSchema): string | undefined {
  const pipe: readonly { type?: string; title?: string }[] =
    "pipe" in schema && Array.isArray(schema.pipe) ? schema.pipe : [];
  return pipe.find(({ type }) => type === "title")?.title;
}

/** The library's type of a JSON Schema allows far more than it writes. */
function asSchema(json: object): Schema {
  return JSON.parse(JSON.stringify(json));
}

/**
 * The same in fewer words: constants with their type, a list of types in place of a union with null, nothing empty. The
 * title of a definition is its name already.
 */
function tidy(schema: Schema): Schema {
  const { title: _title, propertyNames: _names, description, examples, ...rest } = schema;
  const { required, properties, items, anyOf, additionalProperties: others, ...plain } = rest;
  const [first, second, ...more] = (anyOf ?? []).map(tidy);
  const isNullable = second?.type === "null" && more.length === 0 && isPlain(first);
  return {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && examples.length > 0 && { examples }),
    ...(plain.const !== undefined && { type: typeof plain.const }),
    ...plain,
    ...(isNullable && { ...first, type: [first.type, "null"] }),
    ...(anyOf !== undefined && !isNullable && { anyOf: anyOf.map(tidy) }),
    ...(items !== undefined && { items: tidy(items) }),
    ...(properties !== undefined && { properties: mapValues(properties, tidy) }),
    ...(required !== undefined && required.length > 0 && { required }),
    ...(others !== undefined && {
      additionalProperties:
        typeof others === "boolean" || isEmpty(others) ? Boolean(others) : tidy(others),
    }),
  };
}

function isEmpty(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

function isPlain(schema: Schema | undefined): schema is Schema & { readonly type: string } {
  return typeof schema?.type === "string" && schema.properties === undefined;
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
