import { type Command, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, textOf } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { signNowOption } from "./sign-now.ts";
import { findUses, keyRowOf } from "./view.ts";

/** `latchkey keys add`: a key whose private half is in a signer. */
export const addKey: Command = {
  usage: "SET --signer NAME --key KEY [flags]",
  options: {
    signer: { type: "text", summary: "The signer, by its name in the setting signers." },
    key: { type: "text", summary: "The key in it, as latchkey keys signers lists it." },
    alg: {
      type: "text",
      short: "a",
      summary: "Algorithm, such as RS256; by default the first that the signer offers for the key.",
    },
    kid: { type: "text", summary: "Identifies the key in the set; random by default." },
    now: signNowOption,
    ...formatOptions("table", "Print only the kid."),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "The server reads the public key from the signer and has it sign once. The private key stays there.",
  examples: [
    "latchkey keys add hydra.openid.id-token --signer hsm --key latchkey-2026",
    "latchkey keys add hydra.jwt.access-token --signer hsm --key latchkey-2026 --alg PS256 --now",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const [signer, key] = [textOf(args, "signer"), textOf(args, "key")];
    if (signer === undefined || key === undefined)
      throw new UsageError(
        "Missing flag: --signer names the signer, and --key the key in it; latchkey keys signers lists them.",
      );
    const [alg, kid] = [textOf(args, "alg"), textOf(args, "kid")];
    const body = {
      signer,
      key,
      ...(alg !== undefined && { alg }),
      ...(kid !== undefined && { kid }),
    };
    const latchkey = connectAdmin(args, io);
    const added = await latchkey.addSigningKey({ set, body, sign_now: isSet(args, "now") });
    showList([added], { view: keyRowOf(await findUses(set, latchkey)) }, args, io);
    return exitCodes.done;
  },
};
