import { join } from "node:path";
import { readContract } from "./contract.ts";
import { describeContract } from "./document.ts";

const root = join(import.meta.dirname, "../..");

/** A file that the contract writes. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Every file that follows from the contract, as it should be now. */
export function generated(): readonly GeneratedFile[] {
  const document = describeContract(readContract());
  return [
    {
      path: join(root, "packages/openapi/src/openapi.json"),
      text: `${JSON.stringify(document, undefined, 2)}\n`,
    },
  ];
}
