import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet } from "../../arguments/flags.ts";
import { formatOf, formatOptions, showList, write } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { findUses, keyRowOf, withoutPrivateFields } from "./view.ts";

/** `latchkey keys get`: prints the whole set, newest key first. */
export const getKeys: Command = {
  usage: "SET [flags]",
  options: {
    public: { type: "boolean", summary: "Leave out private keys." },
    ...formatOptions("json"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "JSON and YAML contain private keys unless --public is set; the table never does, and has the state of the keys that the server signs with: announced, signing or retired.",
  examples: [
    "latchkey keys get hydra.openid.id-token --public",
    "latchkey keys get hydra.openid.id-token --format table",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const latchkey = connectAdmin(args, io);
    const { keys } = await latchkey.getJsonWebKeySet({ set });
    const format = formatOf(args);
    const shown = isSet(args, "public")
      ? keys.filter(({ kty }) => kty !== "oct").map(withoutPrivateFields) // A symmetric key is all secret.
      : keys;
    if (format !== "table") write({ keys: shown }, format, io);
    else {
      const view = keyRowOf(await findUses(set, latchkey));
      showList(shown, { view, empty: `${set} is empty.` }, args, io);
    }
    return exitCodes.done;
  },
};
