import { operations, type OperationId, queryInputsOf } from "@latchkey/api";

/** An operation with its input, ready to be sent to a base URL. */
export interface OutgoingRequest {
  readonly method: string;
  /** The path and query, to be appended to a base URL. */
  readonly target: string;
  readonly content_type?: string;
  readonly body?: string;
}

/** What an operation takes, seen without its type. */
export type Input = Readonly<Record<string, unknown>>;

/** Distributes an input over path, query and body as the contract says. Throws a TypeError when the path lacks a name. */
export function buildRequest(id: OperationId, input: Input): OutgoingRequest {
  const { method, path, body } = operations[id];
  const query = queryInputsOf(operations[id]);
  const target =
    path.replaceAll(PATH_NAME, (_, name: string) => pathSegment(id, name, input[name])) +
    queryString(input, query);

  if (body === "form") {
    return { method, target, content_type: FORM, body: encodeForm(input, Object.keys(input)) };
  }
  if (body === "json" && input["body"] !== undefined) {
    return { method, target, content_type: JSON_TYPE, body: JSON.stringify(input["body"]) };
  }
  return { method, target };
}

function pathSegment(id: OperationId, name: string, value: unknown): string {
  // An empty id would turn "delete this client" into a request for the whole list.
  if (typeof value !== "string" || value === "") throw new TypeError(`${id} needs "${name}".`);

  // URL parsers resolve both, however they are escaped, and the request would go to some other path.
  if (value === "." || value === "..") {
    throw new TypeError(`${id} cannot send "${value}" as "${name}": no URL can carry it.`);
  }
  return encodeURIComponent(value);
}

function queryString(input: Input, names: readonly string[]): string {
  const text = encodeForm(input, names);
  return text === "" ? "" : `?${text}`;
}

function encodeForm(input: Input, names: readonly string[]): string {
  const fields = names
    .filter((name) => input[name] !== undefined)
    .flatMap((name) => [input[name]].flat().map((value) => [name, String(value)]));
  return new URLSearchParams(fields).toString();
}

const PATH_NAME = /\{(\w+)\}/g;
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
