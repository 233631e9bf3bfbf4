import { type Operation, pathInputsOf, queryInputsOf } from "@latchkey/api";
import type { Parameter, RequestBody } from "@latchkey/openapi";
import type { Signature } from "./contract.ts";
import type { Input } from "./schemas.ts";

/** The parameters in the path, in the query and in headers. */
export function parametersOf(operation: Operation, { inputs, headers }: Signature): Parameter[] {
  const parameters = (names: readonly string[], place: "path" | "query"): Parameter[] =>
    inputs.filter(({ name }) => names.includes(name)).map((input) => parameter(input, place));
  return [
    ...parameters(pathInputsOf(operation), "path"),
    ...parameters(queryInputsOf(operation), "query"),
    ...headers.map((header) => parameter(header, "header")),
  ];
}

/** The body of the request. */
export function requestBodyOf(
  { body, body_required = false, body_may_be_form }: Operation,
  { request }: Signature,
): RequestBody | undefined {
  if (body === undefined || request === undefined) return undefined;
  return body === "form"
    ? formOf(request, body_required)
    : {
        description: body_may_be_form ? "A JSON document, or a form." : "A JSON document.",
        required: body_required,
        content: {
          "application/json": { schema: request },
          ...(body_may_be_form && { [FORM]: { schema: request } }),
        },
      };
}

/** The inputs of an operation as the form of a POST to the same path. */
export function formOfInputs({ inputs }: Signature): RequestBody {
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  return formOf(
    {
      type: "object",
      properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
      ...(required.length > 0 && { required }),
    },
    false,
  );
}

const FORM = "application/x-www-form-urlencoded";

function formOf(schema: RequestBody["content"][string]["schema"], required: boolean): RequestBody {
  const content = { [FORM]: { schema } };
  return { description: "The fields of a form.", required, content };
}

function parameter({ name, required, schema: full }: Input, place: Parameter["in"]): Parameter {
  const { description = "", ...schema } = full;
  return { name, in: place, description, required, schema };
}
