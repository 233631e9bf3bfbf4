import { readFileSync } from "node:fs";

import type { JsonWebKey } from "@latchkey/api";

import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { readKeys } from "./read-key.ts";

/** The keys of a file. The failure ends with its consequence, such as "Nothing was imported." */
export function readKeyFile(file: string, consequence: string): readonly JsonWebKey[] {
  const keys = readKeys(readFile(file, consequence));
  if (keys === undefined)
    throw new Failure(
      exitCodes.misused,
      `${file} contains no readable key. Supported formats: PEM and DER without a passphrase, JWK and JWK Set. ${consequence}`,
    );
  if (keys.length === 0)
    throw new Failure(exitCodes.misused, `${file} contains no keys. ${consequence}`);
  return keys;
}

function readFile(file: string, consequence: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Failure(exitCodes.misused, `${file} could not be read. ${consequence}`, { cause });
  }
}
