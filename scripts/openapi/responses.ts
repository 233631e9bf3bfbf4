import { STATUS_CODES } from "node:http";
import type { Operation } from "@latchkey/api";
import type { Content, OperationObject, ResponseObject, Schema } from "@latchkey/openapi";
import type { Signature } from "./contract.ts";

type Responses = OperationObject["responses"];

const ANY_OTHER = "Any other error.";
const challenge = {
  description: "How to authenticate by the `Authorization` header. Not every 401 has it.",
  schema: { type: "string" },
} as const;
const retryAfter = {
  description: "After how many seconds to try again, where that is known.",
  schema: { type: "integer" },
} as const;
const notReady = json(reference("HealthNotReadyStatus"));
const page: Content = textOf(["text/html"]); // For browsers.

/** The responses of an operation, successes and errors. */
export function responsesOf(id: string, operation: Operation, signature: Signature): Responses {
  const refusal = (status?: number) => refusalOf(id, operation, signature, status);
  return {
    ...successOf(operation, signature),
    ...Object.fromEntries(operation.errors.map((status) => [status, refusal(status)])),
    default: refusal(),
  };
}

/** The responses that many operations share. */
export const sharedResponses: Readonly<Record<string, ResponseObject>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 409, 412, 413, 422, 429, 500].map((status) => [
      nameOf(status),
      { description: describeStatus(status), ...headersOf(status), content: genericError() },
    ]),
  ),
  Refusal: { description: ANY_OTHER, content: genericError() },
};

function successOf(operation: Operation, { inputs, response: body }: Signature): Responses {
  const { success, may_redirect } = operation;
  if (success === 302) return { ...navigation, ...(may_redirect && redirection) };
  const isList = inputs.some(({ name }) => name === "offset");
  const response: ResponseObject = {
    description: describeStatus(success),
    ...(isList && { headers: listHeaders }),
    ...(body !== undefined && { content: contentOf(body, operation) }),
  };
  return { [success]: response, ...(may_redirect && redirection) };
}

/** A string is text. JSON may be signed instead, as a JWT. */
function contentOf(
  body: Schema,
  { response_may_be_jwt, response_types = ["text/plain"] }: Operation,
): Content {
  if (body.type === "string") return textOf(response_types);
  return { ...json(body), ...(response_may_be_jwt && textOf(["application/jwt"])) };
}

function textOf(types: readonly string[]): Content {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }]));
}

function refusalOf(
  id: string,
  { opened_in_browser, tag }: Operation,
  { error }: Signature,
  status: number | undefined,
): Responses[string] {
  const description = status === undefined ? ANY_OTHER : describeStatus(status);
  const errors = tag === "workspace" ? json(reference("WorkspaceApiError")) : genericError();
  const common = { description, ...headersOf(status) };
  if (status === 304) return { description };
  if (opened_in_browser) return { ...common, content: { ...page, ...errors } };
  if (tag === "workspace") return { ...common, content: errors };
  if (error !== undefined) return { ...common, content: json(error) };
  if (id === "isInstanceReady" && status !== undefined) return { ...common, content: notReady };
  return { $ref: `#/components/responses/${status === undefined ? "Refusal" : nameOf(status)}` };
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? "").replaceAll(" ", "");
}

/** The headers that say how to go on after an error. */
function headersOf(status: number | undefined): Pick<ResponseObject, "headers"> {
  if (status === 401) return { headers: { "WWW-Authenticate": challenge } };
  return status === 429 || status === 503 ? { headers: { "Retry-After": retryAfter } } : {};
}

function genericError(): Content {
  return json(reference("GenericError"));
}

function describeStatus(status: number): string {
  return `${STATUS_CODES[status]}.`;
}

function json(schema: Schema): Content {
  return { "application/json": { schema } };
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const redirection: Responses = {
  303: {
    description: "The browser is redirected.",
    headers: { Location: { description: "Where to.", schema: { type: "string" } } },
  },
};

const navigation: Responses = {
  200: {
    description: "A page that takes the browser there.",
    content: page,
  },
  302: {
    description: "The browser is redirected.",
    headers: { Location: { description: "Where to.", schema: { type: "string" } } },
  },
};

const listHeaders = {
  Link: {
    description: "The first, previous, next and last page: RFC 8288.",
    schema: { type: "string" },
  },
  "X-Total-Count": { description: "How many there are in total.", schema: { type: "integer" } },
} as const;
