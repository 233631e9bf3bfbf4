import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { textOrDefault } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { keyRow } from "./view.ts";

/** `latchkey keys create`. */
export const createKey: Command = {
  usage: "SET [KID] [flags]",
  options: {
    alg: {
      type: "text",
      short: "a",
      default: "RS256",
      summary: "Algorithm, such as RS256, ES256, EdDSA or HS256.",
    },
    use: { type: "text", short: "u", default: "sig", summary: "Key use: sig or enc." },
    ...formatOptions("table", "Print only the kid."),
    ...adminOptions,
  },
  max_arguments: 2,
  note: "JSON and YAML contain the private key; the table does not. In a set that the server signs with, the new key is used immediately.",
  examples: [
    "latchkey keys create invoices",
    "latchkey keys create hydra.jwt.access-token --alg ES256",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const kid = args.words[1];
    const [alg, use] = [textOrDefault(args, "alg"), textOrDefault(args, "use")];
    const body = { alg, use, ...(kid !== undefined && { kid }) };
    const { keys } = await connectAdmin(args, io).createJsonWebKeySet({ set, body });
    showList(keys, { view: keyRow }, args, io);
    return exitCodes.done;
  },
};
