import { operations, operationIds, type OperationId } from "@latchkey/api";
import type { OpenApiDocument } from "@latchkey/openapi";
import type { Contract } from "./contract.ts";
import { pageOf, table, titleOf, typeText } from "./markdown.ts";
import type { Exported } from "./sdk.ts";

/** What the two SDKs export. */
export interface Sdks {
  readonly client: readonly Exported[];
  readonly workspace_client: readonly Exported[];
}

/** The SDKs as a page of the documentation. */
export function renderSdkPage(
  contract: Contract,
  { tags }: Pick<OpenApiDocument, "tags">,
  { client, workspace_client }: Sdks,
): string {
  return pageOf(
    "The SDKs",
    "`@latchkey/client` speaks to a server as its administrator and its clients do. `@latchkey/workspace-client` is for integrations, and knows the workspace API alone. Both run wherever there is `fetch`.",
    "## @latchkey/client",
    "Every operation is a method of the client. It takes one object, which may be left out where nothing in it is required, and [call options](#calloptions); it resolves to the answer, or rejects with an [`ApiError`](#apierror). A refusal may have another status than those listed.",
    ...tags.map(({ name, description }) => group(name, description, contract)),
    "### What it exports",
    ...client.map(exportPart),
    "## @latchkey/workspace-client",
    "[Its own page](../packages/workspace-client/README.md) tells how it is used.",
    ...workspace_client.map(exportPart),
  );
}

function group(name: string, description: string, contract: Contract): string {
  const members = operationIds.filter((id) => contract.operations[id].group === name);
  const parts = members.map((id) => methodPart(id, contract));
  return [`### ${titleOf(name)}`, description, ...parts].join("\n\n");
}

function methodPart(id: OperationId, contract: Contract): string {
  const { input, output, description } = contract.operations[id];
  const { method, path, access, errors, success } = operations[id];
  const rows = input.map(({ name, required, schema }) => [
    `\`${name}\``,
    `${typeText(schema, "api.md")}${required ? "" : ", optional"}`,
    schema.description ?? "",
  ]);
  const answer =
    success === 302 ? "where the browser goes" : output ? typeText(output, "api.md") : "nothing";
  const facts = [
    `Sends \`${method} ${path}\`. Resolves to ${answer}.`,
    errors.length > 0 && `Rejects with ${errors.join(", ")}.`,
    access !== "open" && `An API key needs the scope \`${access}\`.`,
  ];
  return [
    `#### ${id}`,
    description,
    facts.filter(Boolean).join(" "),
    table(["input", "type", ""], rows),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function exportPart({ name, kind, description, type, members }: Exported): string {
  const isTelling = type !== "" && type !== name;
  const rows = members.map((member) => [
    `\`${member.name}${member.optional ? "?" : ""}\``,
    `\`${member.type}\``,
    member.description,
  ]);
  return [
    `#### ${name}`,
    `${titleOf(kind)}. ${description}`,
    isTelling && `\`\`\`ts\n${name}${kind === "type" ? " = " : ": "}${type}\n\`\`\``,
    table(["member", "type", ""], rows),
  ]
    .filter(Boolean)
    .join("\n\n");
}
