import { operations, operationIds, type OperationId } from "@latchkey/api";
import type { OpenApiDocument, TagObject } from "@latchkey/openapi";
import { type Contract, signatureOf } from "./contract.ts";
import { pageOf, table, titleOf, typeText } from "./markdown.ts";
import { sdkExampleOf } from "./sdk-example.ts";
import type { Exported } from "./sdk.ts";

/** What the two SDKs export. */
export interface Sdks {
  readonly client: readonly Exported[];
  readonly workspace_client: readonly Exported[];
}

/** What the examples need. Names in capitals stand for values of the reader. */
export const SETUP = `import { basic, createClient } from "@latchkey/client";

const latchkey = createClient({
  admin: "http://127.0.0.1:4445",
  public: "http://127.0.0.1:4444",
});`;

/** The SDKs as a page of the documentation. */
export function renderSdkPage(
  contract: Contract,
  { tags }: Pick<OpenApiDocument, "tags">,
  { client, workspace_client }: Sdks,
): string {
  return pageOf(
    "The SDKs",
    "`@latchkey/client` calls a server as its administrators and its clients do. `@latchkey/workspace-client` is for integrations, and has the workspace API alone. Both run wherever there is `fetch`.",
    "## @latchkey/client",
    "Every operation is a method of the client. It takes one object, which may be left out where nothing in it is required, and [call options](#calloptions); it resolves to the response body, or rejects with an [`ApiError`](#apierror). An error may have another status than those listed.",
    "The examples below use this client:",
    `\`\`\`ts\n${SETUP}\n\`\`\``,
    ...tags.map((tag) => group(tag, contract)),
    "### What it exports",
    ...client.map(exportPart),
    "## @latchkey/workspace-client",
    "[Its own page](../packages/workspace-client/README.md) shows how it is used.",
    ...workspace_client.map(exportPart),
  );
}

function group(
  { name, "x-displayName": title, description }: TagObject,
  contract: Contract,
): string {
  const members = operationIds.filter((id) => signatureOf(contract, id).group === name);
  const parts = members.map((id) => methodPart(id, contract));
  return parts.length === 0 ? "" : [`### ${title}`, description, ...parts].join("\n\n");
}

function methodPart(id: OperationId, contract: Contract): string {
  const { inputs, response } = signatureOf(contract, id);
  const {
    method,
    path,
    access,
    errors,
    success,
    title,
    summary,
    description,
    response_may_be_jwt,
  } = operations[id];
  const rows = inputs.map(({ name, required, schema }) => [
    `\`${name}\``,
    `${typeText(schema, "api.md")}${required ? "" : ", optional"}`,
    schema.description ?? "",
  ]);
  const body = response === undefined ? "nothing" : typeText(response, "api.md");
  const result = success === 302 ? "where the browser goes" : body;
  const facts = [
    `Sends \`${method} ${path}\`. Resolves to ${result}${response_may_be_jwt ? " or string" : ""}.`,
    errors.length > 0 && `Rejects with ${errors.join(", ")}.`,
    access !== "open" && `An API key needs the scope \`${access}\`.`,
  ];
  return [
    `#### ${id}`,
    `**${title}.**`,
    [summary, description].filter(Boolean).join(" "),
    facts.filter(Boolean).join(" "),
    table(["input", "type", ""], rows),
    `\`\`\`ts\n${sdkExampleOf(id, contract)}\n\`\`\``,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function exportPart({ name, kind, description, declaration }: Exported): string {
  return [
    `#### ${name}`,
    `${titleOf(kind)}. ${description}`,
    `\`\`\`ts\n${declaration}\n\`\`\``,
  ].join("\n\n");
}
