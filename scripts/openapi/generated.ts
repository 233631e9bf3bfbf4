import { join } from "node:path";
import { renderApiPage } from "./api-page.ts";
import { readContract } from "./contract.ts";
import { describeContract } from "./document.ts";
import { renderSdkPage } from "./sdk-page.ts";
import { readExports, root } from "./sdk.ts";

/** A generated file. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Every file that is generated from the contract and the SDKs, as it should be now, and what it was made of. */
export function generate() {
  const contract = readContract();
  const { client, "workspace-client": workspace_client } = readExports(
    "client",
    "workspace-client",
  );
  const sdks = { client, workspace_client };
  const document = describeContract(contract);
  const files: readonly GeneratedFile[] = [
    file("packages/openapi/src/openapi.json", `${JSON.stringify(document, undefined, 2)}\n`),
    file("docs/api.md", renderApiPage(document)),
    file("docs/sdk.md", renderSdkPage(contract, document, sdks)),
  ];
  return { sdks, files };
}

function file(path: string, text: string): GeneratedFile {
  return { path: join(root, path), text };
}
