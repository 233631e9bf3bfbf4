import type { Operation } from "@latchkey/api";
import type { Parameter, RequestBody } from "@latchkey/openapi";
import type { Signature } from "./contract.ts";
import type { Member } from "./schemas.ts";

/** What an operation takes in its path and in its query. */
export function parametersOf({ path, query = [] }: Operation, { input }: Signature): Parameter[] {
  const isInPath = ({ name }: Member): boolean => path.includes(`{${name}}`);
  return [
    ...input.filter(isInPath).map((member) => describe(member, "path")),
    ...input.filter(({ name }) => query.includes(name)).map((member) => describe(member, "query")),
  ];
}

/** What an operation takes as its body. */
export function requestBodyOf(
  { body, body_required = false }: Operation,
  { input, form }: Signature,
): RequestBody | undefined {
  if (body === "form" && form !== undefined) {
    const content = { "application/x-www-form-urlencoded": { schema: form } };
    return { description: "The fields of a form.", required: body_required, content };
  }
  const member = input.find(({ name }) => name === "body");
  if (body !== "json" || member === undefined) return undefined;
  const { description = "A JSON document.", ...schema } = member.schema;
  return { description, required: body_required, content: { "application/json": { schema } } };
}

function describe({ name, required, schema: full }: Member, place: "path" | "query"): Parameter {
  const { description = "", ...schema } = full;
  return { name, in: place, description, required, schema };
}
