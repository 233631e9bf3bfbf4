import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import type { JsonWebKey } from "@latchkey/api";

import type { Arguments, Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { textOf, wordAt, wordsOf } from "../flags.ts";
import { formatOptions, showList } from "../format.ts";
import { readKeys } from "./read-key.ts";
import { keyRow } from "./view.ts";

/** `latchkey keys import`: keys made elsewhere, beside those the set has. */
export const importKeys: Command = {
  usage: "SET FILE... [flags]",
  options: {
    use: { type: "text", default: "sig", summary: "What they are for, where they do not say." },
    alg: { type: "text", summary: "What they sign with, where they do not say." },
    ...formatOptions("table", "Prints the kids alone."),
    ...adminOptions,
  },
  most_words: Infinity,
  note: "A file is PEM, DER, a JWK or a set of them. A key without a kid gets a UUID; one whose kid is in the set takes that place. The last one imported signs, if the server signs with the set.",
  examples: [
    "latchkey keys import hydra.openid.id-token signing.pem",
    "latchkey keys import partners partner-a.jwk partner-b.der",
  ],
  run: async (given, world) => {
    const set = wordAt(given, 0, "Say which set the keys belong to: a SET.");
    const [, ...files] = wordsOf(given, "Say what to import: one FILE or several.");
    wordAt(given, 1, "Say what to import: one FILE or several.");
    const keys = new Map(files.flatMap((file) => complete(file, given)));
    const latchkey = connectAdmin(given, world);
    const stored: JsonWebKey[] = [];
    const outcome = await forEach(keys, "Importing", world, async (body) => {
      stored.push(await latchkey.updateJsonWebKey({ set, kid: body.kid, body }));
      return "";
    });
    if (stored.length > 0) showList(stored, keyRow, "", given, world);
    return outcome;
  },
};

type Named = [name: string, key: JsonWebKey & { readonly kid: string }];

function complete(file: string, given: Arguments): readonly Named[] {
  const keys = readKeys(readFile(file));
  if (keys === undefined)
    throw new Failure(
      exitCodes.misused,
      `${file} holds no key that can be read: PEM and DER without a passphrase, JWK and sets of them can. Nothing was imported.`,
    );
  const [use, alg] = [textOf(given, "use") ?? "sig", textOf(given, "alg")];
  return keys.map((key, index): Named => [
    keys.length === 1 ? file : `${file} (${index + 1} of ${keys.length})`,
    { use, ...(alg !== undefined && { alg }), ...key, kid: key.kid ?? randomUUID() },
  ]);
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Failure(exitCodes.misused, `${file} cannot be read. Nothing was imported.`, {
      cause,
    });
  }
}
