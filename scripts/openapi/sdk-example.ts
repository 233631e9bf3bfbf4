import { operations, type OperationId } from "@latchkey/api";
import type { Schema } from "@latchkey/openapi";
import { type Contract, signatureOf } from "./contract.ts";
import { placeholder, resolve } from "./sample-request.ts";
import type { Input } from "./schemas.ts";

/** A call of an SDK method with everything that is required, in TypeScript. Values to be replaced are in capitals. */
export function sdkExampleOf(id: OperationId, contract: Contract): string {
  const { inputs, response } = signatureOf(contract, id);
  const needed = inputs.filter((input) => input.required);
  const sent = Object.fromEntries(needed.map((input) => [input.name, valueOf(input, contract)]));
  const credentials = credentialsOf(id, inputs);
  const words = [
    ...(needed.length > 0 || credentials !== undefined ? [literal(sent)] : []),
    ...(credentials === undefined ? [] : [`{ authorization: ${credentials} }`]),
  ];
  const call = `await latchkey.${id}(${words.join(", ")});`;
  return response === undefined && operations[id].success !== 302 ? call : `const result = ${call}`;
}

function valueOf({ name, schema }: Input, { schemas }: Contract): unknown {
  const full: Schema = resolve(schema, schemas);
  return full.examples?.[0] ?? placeholder(name, full);
}

function credentialsOf(id: OperationId, inputs: readonly Input[]): string | undefined {
  const takesClient = inputs.some(({ name }) => name === "client_assertion");
  if (takesClient) return "basic(CLIENT_ID, CLIENT_SECRET)";
  if (id === "userinfo") return "`Bearer ${ACCESS_TOKEN}`";
  if (id === "createOidcDynamicClient") return "`Bearer ${INITIAL_ACCESS_TOKEN}`";
  return id.endsWith("OidcDynamicClient") ? "`Bearer ${REGISTRATION_ACCESS_TOKEN}`" : undefined;
}

/** JSON with names as TypeScript writes them. */
function literal(value: object): string {
  return JSON.stringify(value, undefined, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, "$1$2:")
    .replace(/^\{\n {2}(\w+: "[^"\n]*")\n\}$/, "{ $1 }");
}
