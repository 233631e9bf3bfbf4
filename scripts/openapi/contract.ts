import {
  genericError,
  healthNotReadyStatus,
  type Operation,
  operationGroups,
  served,
  workspaceApiError,
} from "@latchkey/api";
import type { Schema } from "@latchkey/openapi";
import { createSchemas, type Input } from "./schemas.ts";

/** The contract as JSON Schema. */
export interface Contract {
  readonly operations: ReadonlyMap<string, Signature>;
  readonly groups: readonly Group[];
  /** Every schema that has a name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** What one operation takes and returns. */
export interface Signature {
  /** The name of its group. */
  readonly group: string;
  /** Its inputs as the SDK takes them: path, query, then the fields of the form or the `body`. */
  readonly inputs: readonly Input[];
  /** Request headers, beside those of authentication. */
  readonly headers: readonly Input[];
  /** The JSON body, or all fields of the form. */
  readonly request: Schema | undefined;
  /** Undefined where there is no body, or a browser is redirected. */
  readonly response: Schema | undefined;
  /** Undefined where errors have the body that is common to all operations. */
  readonly error: Schema | undefined;
}

/** Operations that the reference shows together. */
interface Group {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Converts the contract. */
export function readContract(): Contract {
  const schemas = createSchemas([
    ...Object.values(served).map((operation) =>
      operation.success === 302 ? operation.inputs : operation,
    ),
    genericError,
    healthNotReadyStatus,
    workspaceApiError,
  ]);
  const groups = Object.entries(operationGroups);
  const groupOf = (id: string): string => {
    const [name] = groups.find(([, group]) => Object.hasOwn(group.operations, id)) ?? [];
    if (name === undefined) throw new Error(`${id} is in no group.`);
    return name;
  };
  const convert = (id: string, operation: Operation): Signature => {
    const { inputs = {}, request, body, body_required = false, success, response } = operation;
    const { error_response } = operation;
    const converted = request && schemas.of(request);
    return {
      group: groupOf(id),
      inputs: [
        ...schemas.fieldsOf(inputs),
        ...(body === "json" && converted !== undefined
          ? [{ name: "body", required: body_required, schema: converted }]
          : []),
        ...(body === "form" ? schemas.fieldsOf(entriesOf(request)) : []),
      ],
      headers: schemas.fieldsOf(operation.headers ?? {}),
      request: converted,
      response: response && success !== 302 ? schemas.of(response) : undefined,
      error: error_response && schemas.of(error_response),
    };
  };
  return {
    operations: new Map(Object.entries(served).map(([id, one]) => [id, convert(id, one)])),
    groups: groups.map(([name, { title, description }]) => ({ name, title, description })),
    schemas: schemas.named,
  };
}

function entriesOf(schema: unknown): object {
  const isObject = typeof schema === "object" && schema !== null && "entries" in schema;
  return isObject && typeof schema.entries === "object" && schema.entries !== null
    ? schema.entries
    : {};
}

/** The signature of an operation: there is one for each. */
export function signatureOf({ operations: signatures }: Contract, id: string): Signature {
  const signature = signatures.get(id);
  if (signature === undefined) throw new Error(`${id} has no signature.`);
  return signature;
}
