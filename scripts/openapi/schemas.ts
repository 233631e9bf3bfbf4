import type { Schema } from "@latchkey/openapi";
import { SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import type { Checker, Symbol, Type } from "typescript/unstable/sync";
import { descriptionOf } from "./project.ts";

/** Turns wire types into schemas, and collects those that have a name. */
export interface Schemas {
  /** The schema of a type: a reference, where the type has a name of its own. */
  of(type: Type): Schema;
  /** The properties of a type, in the order in which they are written. */
  membersOf(type: Type): readonly Member[];
  /** What was referred to so far, by name. */
  readonly named: Record<string, Schema>;
}

/** A property of a wire type. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly type: Type;
  readonly schema: Schema;
}

/** Reads types with the compiler's own eyes. Types that the package exports keep their names. */
export function createSchemas(checker: Checker, exported: ReadonlySet<string>): Schemas {
  const named: Record<string, Schema> = {};
  return { of, membersOf, named };

  function of(type: Type): Schema {
    const symbol = [type.getAliasSymbol(), type.getSymbol()].find(
      (candidate) => candidate !== undefined && exported.has(candidate.name),
    );
    if (symbol === undefined) return describeStructure(type);
    if (!(symbol.name in named)) {
      named[symbol.name] = {}; // It may hold itself.
      named[symbol.name] = { ...describeSymbol(symbol), ...describeStructure(type) };
    }
    return { $ref: `#/components/schemas/${symbol.name}` };
  }

  function describeStructure(type: Type): Schema {
    if (type.flags & TypeFlags.Unknown) return {};
    if (type.flags & TypeFlags.Null) return { type: "null" };
    if (type.flags & TypeFlags.String) return { type: "string" };
    if (type.flags & TypeFlags.Number) return { type: "integer" }; // The contract knows no fractions.
    if (type.flags & TypeFlags.Boolean) return { type: "boolean" };
    if (type.isStringLiteralType()) return { type: "string", const: type.value };
    if (type.isBooleanLiteralType()) return { type: "boolean", const: type.value };
    if (type.isUnionType()) return describeUnion(type.getTypes());
    if (checker.isArrayType(type) && type.isTypeReference()) {
      return { type: "array", items: elementOf(checker.getTypeArguments(type)) };
    }
    if (type.isObjectType() || type.isIntersectionType()) return describeObject(type);
    throw new Error(`No schema is known for ${checker.typeToString(type)}.`);
  }

  function elementOf([type]: readonly Type[]): Schema {
    if (type === undefined) throw new Error("An array has no element type.");
    return of(type);
  }

  function describeUnion(all: readonly Type[]): Schema {
    const types = all.filter(({ flags }) => !(flags & TypeFlags.Undefined));
    const [only, ...others] = types;
    if (only !== undefined && others.length === 0) return of(only);
    if (types.every(({ flags }) => flags & TypeFlags.BooleanLiteral)) return { type: "boolean" };
    const schemas = types.map(of);
    if (schemas.every(isTextConstant)) {
      return { type: "string", enum: schemas.map((schema) => schema.const) };
    }
    const [first, second] = schemas.toSorted(nullLast);
    if (schemas.length === 2 && second?.type === "null" && isPlain(first)) {
      return { ...first, type: [first.type, "null"] };
    }
    return { anyOf: schemas };
  }

  function describeObject(type: Type): Schema {
    const members = membersOf(type);
    const required = members.filter((member) => member.required).map(({ name }) => name);
    const [rest] = checker.getIndexInfosOfType(type);
    const properties = Object.fromEntries(members.map(({ name, schema }) => [name, schema]));
    return {
      type: "object",
      ...(members.length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(rest !== undefined && { additionalProperties: restOf(rest.valueType) }),
    };
  }

  function restOf(type: Type): Schema | boolean {
    return type.flags & TypeFlags.Unknown ? true : of(type);
  }

  function membersOf(type: Type): readonly Member[] {
    return checker
      .getPropertiesOfType(type)
      .toSorted(inOrderOfWriting)
      .map((symbol) => {
        const own = checker.getTypeOfSymbol(symbol);
        if (own === undefined) throw new Error(`${symbol.name} has no type.`);
        return {
          name: symbol.name,
          required: !(symbol.flags & SymbolFlags.Optional),
          type: own,
          schema: withFormat({ ...of(own), ...describeSymbol(symbol) }),
        };
      });
  }

  function describeSymbol(symbol: Symbol): Schema {
    const description = descriptionOf(symbol, checker);
    const example = checker.getJsDocTagsOfSymbol(symbol).find(({ name }) => name === "example");
    return {
      ...(description !== "" && { description }),
      ...(example?.text !== undefined && { examples: [JSON.parse(example.text)] }),
    };
  }
}

/** Inherited members first, as their file or their place says. */
function inOrderOfWriting(one: Symbol, other: Symbol): number {
  const [a, b] = [one.declarations[0], other.declarations[0]];
  if (a === undefined || b === undefined) throw new Error(`${one.name} is written nowhere.`);
  return a.path.localeCompare(b.path) || a.index - b.index;
}

/** The words by which descriptions say what a string looks like. */
const FORMATS = [
  [/\bRFC 3339\b/, "date-time"],
  [/\bA UUID\b/, "uuid"],
] as const;

function withFormat(schema: Schema): Schema {
  const [, format] = FORMATS.find(([words]) => words.test(schema.description ?? "")) ?? [];
  return format !== undefined && isText(schema.type) ? { ...schema, format } : schema;
}

function isText(type: Schema["type"]): boolean {
  return type === "string" || (Array.isArray(type) && type.includes("string"));
}

function isTextConstant({ const: value }: Schema): boolean {
  return typeof value === "string";
}

function nullLast(one: Schema, other: Schema): number {
  return Number(one.type === "null") - Number(other.type === "null");
}

function isPlain(schema: Schema | undefined): schema is Schema & { type: string } {
  return typeof schema?.type === "string" && Object.keys(schema).length === 1;
}
