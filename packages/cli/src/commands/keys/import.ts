import { randomUUID } from "node:crypto";

import type { JsonWebKey } from "@latchkey/api";

import type { Arguments, Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEach } from "../../output/for-each.ts";
import { argumentAt, isSet, textOf, textOrDefault } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { readKeyFile } from "./read-key-file.ts";
import { signNowOption } from "./sign-now.ts";
import { findUses, keyRowOf } from "./view.ts";

/** `latchkey keys import`: adds keys to a set. */
export const importKeys: Command = {
  usage: "SET FILE... [flags]",
  options: {
    use: { type: "text", default: "sig", summary: "Key use, if the key has none." },
    alg: { type: "text", summary: "Algorithm, if the key has none." },
    now: signNowOption,
    ...formatOptions("table", "Print only the kids."),
    ...adminOptions,
  },
  max_arguments: Infinity,
  note: "A file contains PEM, DER, a JWK or a JWK Set. A key without a kid gets a UUID; a key with an existing kid replaces it. If the server signs with the set, it signs with the key imported last when its announcement is over.",
  examples: [
    "latchkey keys import hydra.openid.id-token signing.pem",
    "latchkey keys import hydra.openid.id-token signing.pem --now",
    "latchkey keys import partners partner-a.jwk partner-b.der",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    argumentAt(args, 1, "Missing argument: one or more FILEs to import.");
    const files = args.words.slice(1);
    const keys = new Map(files.flatMap((file) => complete(file, args)));
    const latchkey = connectAdmin(args, io);
    const sign_now = isSet(args, "now");
    const stored: JsonWebKey[] = [];
    const outcome = await forEach(keys, "Importing", io, async (body) => {
      stored.push(await latchkey.updateJsonWebKey({ set, kid: body.kid, body, sign_now }));
      return "";
    });
    if (stored.length > 0)
      showList(stored, { view: keyRowOf(await findUses(set, latchkey)) }, args, io);
    return outcome;
  },
};

type Named = [name: string, key: JsonWebKey & { readonly kid: string }];

function complete(file: string, args: Arguments): readonly Named[] {
  const keys = readKeyFile(file, "Nothing was imported.");
  const [use, alg] = [textOrDefault(args, "use"), textOf(args, "alg")];
  return keys.map((key, index): Named => [
    keys.length === 1 ? file : `${file} (${index + 1} of ${keys.length})`,
    { use, ...(alg !== undefined && { alg }), ...key, kid: key.kid ?? randomUUID() },
  ]);
}
