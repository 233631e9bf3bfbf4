import { operationIds, operations, type OperationId } from "@latchkey/api";
import type { Contract } from "./contract.ts";
import { sdkExampleOf } from "./sdk-example.ts";

/** The methods of `@latchkey/client` with their comments, which editors show. Their types are those of the contract. */
export function renderMethodDocs(contract: Contract): string {
  const members = operationIds.map(
    (id) => `${commentOf(id, contract)}\n  readonly ${id}: Method<"${id}">;`,
  );
  return [
    "// Written by `npm run docs` from the contract: change that, not this.",
    'import type { Method } from "./method.ts";',
    "",
    "/** The methods of operations, with what they do and an example. */",
    "export interface DocumentedMethods {",
    members.join("\n"),
    "}",
    "",
  ].join("\n");
}

function commentOf(id: OperationId, contract: Contract): string {
  const { summary, description } = operations[id];
  const lines = [
    ...[summary, description].filter((text) => text !== undefined && text !== ""),
    "",
    "@example",
    "```ts",
    ...sdkExampleOf(id, contract).split("\n"),
    "```",
  ];
  // A path such as /keys/*/ must not end the comment.
  const inside = lines.map((line) => `   * ${line}`.trimEnd().replaceAll("*/", "*\\/"));
  return ["  /**", ...inside, "   */"].join("\n");
}
