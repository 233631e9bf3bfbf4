import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, textOrDefault } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { signNowOption } from "./sign-now.ts";
import { findUses, keyRowOf } from "./view.ts";

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
    now: signNowOption,
    ...formatOptions("table", "Print only the kid."),
    ...adminOptions,
  },
  max_arguments: 2,
  note: "JSON and YAML contain the private key; the table does not. In a set that the server signs with, the new key is published at once, and signs when its announcement is over.",
  examples: [
    "latchkey keys create invoices",
    "latchkey keys create hydra.jwt.access-token --alg ES256",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const kid = args.words[1];
    const [alg, use] = [textOrDefault(args, "alg"), textOrDefault(args, "use")];
    const body = { alg, use, ...(kid !== undefined && { kid }) };
    const latchkey = connectAdmin(args, io);
    const sign_now = isSet(args, "now");
    const { keys } = await latchkey.createJsonWebKeySet({ set, body, sign_now });
    showList(keys, { view: keyRowOf(await findUses(set, latchkey)) }, args, io);
    return exitCodes.done;
  },
};
