import type {
  OpenApiDocument,
  OperationObject,
  ResponseObject,
  Schema,
  TagObject,
} from "@latchkey/openapi";
import { samples } from "../../packages/openapi/src/page/samples.js";
import { lastOf, pageOf, table, typeText } from "./markdown.ts";
import { type Placed, sampleRequestFor } from "./sample-request.ts";

type Responses = OpenApiDocument["components"]["responses"];

/** The reference as a page of the documentation. */
export function renderApiPage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  return pageOf(
    "The API",
    `${info.description} A running server shows the same at \`/docs/reference\` on its admin listener, where every operation can be tried, and as an OpenAPI document at \`/openapi.json\`. [endpoints.md](endpoints.md) shows at a glance what applies to each endpoint: authentication, CORS, DPoP, discovery.`,
    "## Authentication",
    table(
      ["name", "what it is"],
      Object.entries(components.securitySchemes).map(([name, { description }]) => [
        `\`${name}\``,
        description,
      ]),
    ),
    ...tags.map((tag) => group(tag, document)),
    "## Types",
    ...Object.entries(components.schemas).map(([name, schema]) => typePart(name, schema)),
  );
}

function group(
  { name, "x-displayName": title, description }: TagObject,
  document: OpenApiDocument,
): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([method, operation]) => operationPart({ method, path, operation }, document)),
  );
  return [`## ${title}`, description, ...operations].join("\n\n");
}

function operationPart(placed: Placed, document: OpenApiDocument): string {
  const { method, path, operation } = placed;
  const { operationId, summary, parameters = [], requestBody } = operation;
  const { security, responses } = operation;
  const callers = security.map((one) => Object.entries(one).map(requirement).join(" and "));
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `\`${name}\``,
    `${typeText(schema)} in the ${place}${required ? ", required" : ""}`,
    description,
  ]);
  const others = operation["x-also-at"]?.map((other) => `\`${other}\``);
  const sdk = operation["x-sdk"];
  const facts = [
    `\`${operationId}\`, ${operation["x-listener"]} listener.`,
    others && `Also at ${others.join(", ")}.`,
    sdk && `SDK: \`${sdk}\`.`,
    callers.length > 0 && `Requires ${callers.map((one) => one || "nothing").join(", or ")}.`,
  ];
  return [
    `### ${summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    operation.description,
    facts.filter(Boolean).join(" "),
    table(["parameter", "type", ""], rows),
    requestBody && bodyLine(requestBody),
    table(["status", "response", ""], responseRows(responses, document.components.responses)),
    !operation.tags.includes("pages") && curlSample(placed, document),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function curlSample(placed: Placed, document: OpenApiDocument): string {
  return `\`\`\`sh\n${samples["curl"]?.(sampleRequestFor(placed, document))}\n\`\`\``;
}

function requirement([scheme, scopes]: [string, readonly string[]]): string {
  return [`\`${scheme}\``, ...scopes.map((scope) => `(${scope})`)].join(" ");
}

function bodyLine({ required, content }: NonNullable<OperationObject["requestBody"]>): string {
  const kinds = Object.entries(content).map(([type, { schema }]) => {
    const fields = Object.keys(schema.properties ?? {}).map((name) => `\`${name}\``);
    return `${schema.$ref === undefined ? fields.join(", ") : typeText(schema)} as \`${type}\``;
  });
  return `Body: ${kinds.join(" or ")}${required ? ", required" : ""}.`;
}

function responseRows(responses: OperationObject["responses"], shared: Responses): string[][] {
  return Object.entries(responses).map(([status, response]) => {
    const { content = {}, description } = resolve(response, shared);
    const kinds = Object.entries(content).map(([type, { schema }]) =>
      type === "application/json" ? typeText(schema) : `\`${type}\``,
    );
    return [status, kinds.join(" or ") || "empty", description];
  });
}

function resolve(
  response: OperationObject["responses"][string],
  shared: Responses,
): ResponseObject {
  if (!("$ref" in response)) return response;
  return shared[lastOf(response.$ref)] ?? { description: "" };
}

function typePart(name: string, schema: Schema): string {
  const kinds = schema.anyOf === undefined ? "" : `Either ${typeText(schema)}.`;
  const parts = [`### ${name}`, schema.description ?? "", kinds, fieldTable(schema)];
  return parts.filter(Boolean).join("\n\n");
}

function fieldTable(schema: Schema): string {
  return table(["field", "type", ""], fieldRows(schema, ""));
}

function fieldRows({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, own]) => {
    const needed = required.includes(name) ? "" : ", optional";
    const inner = [own, own.items ?? {}, ...(own.anyOf ?? [])].find((one) => one.properties);
    return [
      [`\`${prefix}${name}\``, `${typeText(own)}${needed}`, own.description ?? ""],
      ...(inner === undefined ? [] : fieldRows(inner, `${prefix}${name}.`)),
    ];
  });
}
