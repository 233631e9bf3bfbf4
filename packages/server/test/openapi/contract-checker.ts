import assert from "node:assert/strict";
import {
  openApiJson,
  type OpenApiDocument,
  type OperationObject,
  type Schema,
} from "@latchkey/openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** Compares every response of a server with the OpenAPI document. */
export interface ContractChecker {
  /** The same fetch, which records requests and responses. */
  observe(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  /** What was answered so far: `getVersion 200`. */
  readonly seen: ReadonlySet<string>;
}

/** The document. */
export const document: OpenApiDocument = JSON.parse(openApiJson);

/** An example that the document gives of a type. */
export function exampleOf(name: string): object {
  const [example] = document.components.schemas[name]?.examples ?? [];
  assert.ok(typeof example === "object" && example !== null, `${name} has no example`);
  return example;
}

/** Makes sure that a value is what a type says, and has no field that it does not name. */
export function assertFits(pointer: string, value: unknown, what: string): void {
  const validate = ajv.getSchema(`contract#${pointer}`);
  assert.ok(validate, `${pointer} is not in the document`);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
}

/** A checker that has seen nothing yet. */
export function createContractChecker(): ContractChecker {
  const seen = new Set<string>();
  return {
    seen,
    observe: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      const url = new URL(input instanceof Request ? input.url : input);
      const place = findPlace(init?.method ?? "GET", url.pathname);
      if (place !== undefined) {
        seen.add(`${place.id} ${response.status}`);
        await verify(place, response.clone());
      }
      return response;
    },
  };
}

interface Place {
  readonly id: string;
  /** Where the operation's responses are in the document. */
  readonly pointer: string;
  readonly responses: OperationObject["responses"];
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// A client must bear fields it does not know; our own server has no business sending any.
const closed: object = JSON.parse(openApiJson, (_name, value: unknown) =>
  isObjectSchema(value) ? { additionalProperties: false, ...value } : value,
);
ajv.addSchema(closed, "contract");

async function verify({ id, pointer, responses }: Place, response: Response): Promise<void> {
  const status = String(response.status) in responses ? String(response.status) : "default";
  const described = responses[status];
  assert.ok(described, `${id} has no ${status}`);
  const isShared = "$ref" in described;
  const at = isShared ? described.$ref.slice(1) : `${pointer}/responses/${status}`;
  const name = at.slice(at.lastIndexOf("/") + 1);
  const { content } = isShared ? (document.components.responses[name] ?? {}) : described;

  const what = `${id} ${response.status}`;
  const text = await response.text();
  if (content === undefined) return assert.equal(text, "", `${what} should be empty`);
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  assert.ok(type in content, `${what} is ${type}, which is not in the document`);
  const value: unknown = type === "application/json" ? JSON.parse(text) : text;
  assertFits(`${at}/content/${escape(type)}/schema`, value, what);
}

/** As the router does: `/console/assets/{file}` before `/console/{page}/{id}`. */
const byNames = Object.entries(document.paths).toSorted(
  ([one], [other]) => one.split("{").length - other.split("{").length,
);

function findPlace(method: string, path: string): Place | undefined {
  for (const [pattern, item] of byNames) {
    const names = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    const found = Object.entries(item).find(([name]) => name === method.toLowerCase());
    if (!names.test(path) || found === undefined) continue;
    const [name, { operationId: id, responses }] = found;
    return { id, responses, pointer: `/paths/${escape(pattern)}/${name}` };
  }
  return undefined;
}

/** RFC 6901 §3, inside a fragment. */
function escape(text: string): string {
  return encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function isObjectSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "type" in value && value.type === "object";
}
