import { html, type SafeHtml } from "@latchkey/sign-in";
import type { Content, OpenApiDocument, OperationObject, ResponseObject } from "../document.ts";
import { prose } from "./prose.ts";
import { fieldsOf, resolve, typeOf } from "./schema.ts";
import { tryIt } from "./try-it.ts";

type Components = OpenApiDocument["components"];

/** An operation with its method and path. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** One operation, folded until it is opened. */
export function showOperation({ method, path, operation }: Placed, all: Components): SafeHtml {
  const { operationId, summary, description, requestBody } = operation;
  return html`<details class="operation" id="${operationId}">
    <summary>
      <h3>${summary}</h3>
      <span class="summary">
        <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      </span>
    </summary>
    <div class="inside">
      <p>${prose(description)}</p>
      <p class="quiet">${prose(factsOf(operation))}</p>
      ${parameters(operation)} ${requestBody && body(requestBody, all)}
      <h4>Responses</h4>
      <dl class="fields responses">
        ${Object.entries(operation.responses).map(([status, response]) =>
          showResponse(status, "$ref" in response ? shared(response.$ref, all) : response),
        )}
      </dl>
      ${tryIt({ method, path, operation }, all)}
    </div>
  </details>`;
}

function factsOf(operation: OperationObject): string {
  const sdk = operation["x-sdk"];
  const others = operation["x-also-at"]?.map((path) => `\`${path}\``).join(", ");
  return [
    whoMayCall(operation),
    others && `Also at ${others}.`,
    `Operation \`${operation.operationId}\`.`,
    sdk && `SDK: \`${sdk}\`.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const listenerNames = {
  public: "On the public listener.",
  admin: "On the admin listener.",
  workspace: "On the public listener, or on `serve.workspace.port`.",
};

function whoMayCall(operation: OperationObject): string {
  const isOnBoth = operation["x-listener"] === "public" && !operation.tags.includes("pages");
  const listeners = isOnBoth
    ? "On the public and the admin listener."
    : listenerNames[operation["x-listener"]];
  const [first = {}] = operation.security;
  const [scheme, [scope = ""] = []] = Object.entries(first)[0] ?? [];
  if (scheme === "api_key") return `${listeners} API keys need the scope ${scope}.`;
  if (scheme === "client_basic") return `${listeners} The client authenticates.`;
  if (scheme === "integration_basic") return `${listeners} The integration authenticates.`;
  if (scheme?.endsWith("access_token")) return `${listeners} Needs an access token.`;
  return `${listeners} Without authentication.`;
}

function parameters({ parameters: list = [] }: OperationObject): SafeHtml | undefined {
  if (list.length === 0) return undefined;
  const rows = list.map(
    ({ name, in: place, required, schema, description }) =>
      html`<div class="field">
        <dt>
          <code>${name}</code> <span class="type">${typeOf(schema)} in the ${place}</span>
          ${required && html`<span class="required">required</span>`}
        </dt>
        <dd>${prose(description)}</dd>
      </div>`,
  );
  return html`<h4>Parameters</h4>
    <dl class="fields">${rows}</dl>`;
}

function body(
  { content, required }: NonNullable<OperationObject["requestBody"]>,
  { schemas }: Components,
): SafeHtml {
  return html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<h4>Body</h4>
        <p>
          <code>${type}</code> ${schema.$ref !== undefined && typeOf(schema)}
          ${required && html`<span class="required">required</span>`}
        </p>
        ${fieldsOf(resolve(schema, schemas), "required")}`,
  )}`;
}

function showResponse(status: string, response: ResponseObject): SafeHtml {
  return html`<div class="field">
    <dt>
      <code>${status}</code> <span class="type">${contentTypes(response.content ?? {})}</span>
    </dt>
    <dd>
      ${prose(response.description)}
      ${Object.entries(response.headers ?? {}).map(
        ([name, { description }]) => html`<br /><code>${name}</code> ${prose(description)}`,
      )}
    </dd>
  </div>`;
}

function contentTypes(content: Content): SafeHtml {
  const types = Object.entries(content).map(([type, { schema }], index) => [
    index > 0 && " or ",
    type === "application/json" ? typeOf(schema) : type,
  ]);
  return html`${types}`;
}

function shared(reference: string, { responses }: Components): ResponseObject {
  return responses[reference.slice(reference.lastIndexOf("/") + 1)] ?? { description: "" };
}
