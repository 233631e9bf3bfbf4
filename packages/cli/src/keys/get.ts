import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { isSaid, wordAt } from "../flags.ts";
import { formatOf, formatOptions, showList, write } from "../format.ts";
import { keyRow, publicHalf } from "./view.ts";

/** `latchkey keys get`: the whole set, the newest key first. */
export const getKeys: Command = {
  usage: "SET [flags]",
  options: {
    public: { type: "boolean", summary: "Leaves out everything private." },
    ...formatOptions("json"),
    ...adminOptions,
  },
  most_words: 1,
  note: "JSON and YAML hold private keys unless --public is there; the table never does.",
  examples: [
    "latchkey keys get hydra.openid.id-token --public",
    "latchkey keys get hydra.openid.id-token --format table",
  ],
  run: async (given, world) => {
    const set = wordAt(given, 0, "Say which set: a SET.");
    const { keys } = await connectAdmin(given, world).getJsonWebKeySet({ set });
    const format = formatOf(given, "json");
    const shown = isSaid(given, "public")
      ? keys.map(publicHalf).filter((key) => key !== undefined)
      : keys;
    if (format === "table") showList(shown, keyRow, `${set} is empty.`, given, world);
    else write({ keys: shown }, format, world);
    return exitCodes.done;
  },
};
