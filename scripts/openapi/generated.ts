import { join } from "node:path";
import { renderApiPage } from "./api-page.ts";
import { readContract } from "./contract.ts";
import { describeContract } from "./document.ts";
import { renderMethodDocs } from "./method-docs.ts";
import { readSdkExports } from "./sdk-packages.ts";
import { renderSdkPage } from "./sdk-page.ts";
import { root } from "./sdk.ts";

/** A generated file. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** The comments of the client's methods. The SDK is compiled with them, so they are written before the other files. */
export function generateMethodDocs(contract = readContract()): GeneratedFile {
  return file("packages/client/src/method-docs.ts", renderMethodDocs(contract));
}

/** Every file that is generated from the contract and the SDKs, as it should be now, and what it was made of. */
export function generate() {
  const contract = readContract();
  const exported = readSdkExports();
  const document = describeContract(contract);
  const files: readonly GeneratedFile[] = [
    file("packages/openapi/src/openapi.json", `${JSON.stringify(document, undefined, 2)}\n`),
    file("docs/api.md", renderApiPage(document)),
    file("docs/sdk.md", renderSdkPage(contract, document, exported)),
    generateMethodDocs(contract),
  ];
  return { exported, files };
}

function file(path: string, text: string): GeneratedFile {
  return { path: join(root, path), text };
}
