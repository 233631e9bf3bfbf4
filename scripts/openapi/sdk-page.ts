import { operations, operationIds, type OperationId } from "@latchkey/api";
import type { OpenApiDocument, TagObject } from "@latchkey/openapi";
import { type Contract, signatureOf } from "./contract.ts";
import { pageOf, table, titleOf, typeText } from "./markdown.ts";
import { sdkExampleOf } from "./sdk-example.ts";
import { type SdkExports, type SdkPackage, sdkPackages } from "./sdk-packages.ts";
import type { Exported } from "./sdk.ts";
import type { DocumentedMember } from "./tsdoc.ts";

/** The SDKs as a page of the documentation. */
export function renderSdkPage(
  contract: Contract,
  { tags }: Pick<OpenApiDocument, "tags">,
  exported: SdkExports,
): string {
  const { client, workspace_client, testing, protect } = sdkPackages;
  return pageOf(
    "The SDKs",
    "`@latchkey/client` calls a server as its administrators and its clients do. `@latchkey/workspace-client` is for integrations, and has the workspace API alone. `@latchkey/testing` starts a server within a test, and `@latchkey/protect` verifies access tokens in APIs. All but `@latchkey/testing` run wherever there is `fetch`.",
    `## ${client.name}`,
    "Every operation is a method of the client. It takes one object, which may be left out where nothing in it is required, and [call options](#calloptions); it resolves to the response body, or rejects with an [`ApiError`](#apierror). An error may have another status than those listed.",
    "The examples below use this client:",
    codeBlock(client.setup),
    ...tags.map((tag) => group(tag, contract)),
    "### What it exports",
    ...exported["client/src/index.ts"].map(exportPart),
    ...[workspace_client, testing, protect].flatMap((one) => packageParts(one, exported)),
  );
}

function packageParts(
  { name, about, setup, modules }: SdkPackage,
  exported: SdkExports,
): readonly string[] {
  return [
    `## ${name}`,
    about,
    "Its examples use this, unless they declare it themselves:",
    codeBlock(setup),
    ...modules.flatMap(({ specifier, source }) => [
      specifier === name ? "" : `### ${specifier}`,
      ...exported[source].map(exportPart),
    ]),
  ];
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
    codeBlock(sdkExampleOf(id, contract)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function exportPart({ name, kind, description, examples, declaration, members }: Exported): string {
  return [
    `#### ${name}`,
    `${titleOf(kind)}. ${description}`,
    codeBlock(declaration),
    ...examples.map(codeBlock),
    ...members
      .filter((member) => member.examples.length > 0)
      .map((member) => memberPart(name, member)),
  ].join("\n\n");
}

function memberPart(owner: string, { name, description, examples }: DocumentedMember): string {
  return [`##### ${owner}.${name}`, description, ...examples.map(codeBlock)].join("\n\n");
}

function codeBlock(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}
