import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet } from "../../arguments/flags.ts";
import { formatOf, formatOptions, showList, write } from "../../output/format.ts";
import { setArgument } from "./set-argument.ts";
import { keyRow, withoutPrivateFields } from "./view.ts";

/** `latchkey keys get`: prints the whole set, newest key first. */
export const getKeys: Command = {
  usage: "SET [flags]",
  options: {
    public: { type: "boolean", summary: "Leave out private keys." },
    ...formatOptions("json"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "JSON and YAML contain private keys unless --public is set; the table never does.",
  examples: [
    "latchkey keys get hydra.openid.id-token --public",
    "latchkey keys get hydra.openid.id-token --format table",
  ],
  run: async (args, io) => {
    const set = setArgument(args);
    const { keys } = await connectAdmin(args, io).getJsonWebKeySet({ set });
    const format = formatOf(args);
    const shown = isSet(args, "public")
      ? keys.filter(({ kty }) => kty !== "oct").map(withoutPrivateFields) // A symmetric key is all secret.
      : keys;
    if (format === "table") showList(shown, { view: keyRow, empty: `${set} is empty.` }, args, io);
    else write({ keys: shown }, format, io);
    return exitCodes.done;
  },
};
