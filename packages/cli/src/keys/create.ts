import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { textOf, wordAt } from "../flags.ts";
import { formatOptions, showList } from "../format.ts";
import { keyRow } from "./view.ts";

/** `latchkey keys create`. */
export const createKey: Command = {
  usage: "SET [KID] [flags]",
  options: {
    alg: {
      type: "text",
      short: "a",
      default: "RS256",
      summary: "RS256, ES256, EdDSA, HS256 and their relatives.",
    },
    use: { type: "text", short: "u", default: "sig", summary: "What it is for." },
    ...formatOptions("table", "Prints the kid alone."),
    ...adminOptions,
  },
  most_words: 2,
  note: "JSON and YAML hold the private key; the table does not. In a set the server signs with, the new key signs from now on.",
  examples: [
    "latchkey keys create invoices",
    "latchkey keys create hydra.jwt.access-token --alg ES256",
  ],
  run: async (given, world) => {
    const set = wordAt(given, 0, "Say which set the key belongs to: a SET.");
    const kid = given.words[1];
    const alg = textOf(given, "alg") ?? "RS256";
    const use = textOf(given, "use") ?? "sig";
    const body = { alg, use, ...(kid !== undefined && { kid }) };
    const { keys } = await connectAdmin(given, world).createJsonWebKeySet({ set, body });
    showList(keys, keyRow, "", given, world);
    return exitCodes.done;
  },
};
