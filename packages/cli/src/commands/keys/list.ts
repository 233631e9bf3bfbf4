import type { Command } from "../../arguments/command.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { keySetRow } from "./view.ts";

/** `latchkey keys list`. */
export const listKeySets: Command = {
  usage: "[flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Print only the names."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "The server creates its own sets when it first needs them. The output has the number of keys of a set and their algorithms, and none of the keys.",
  examples: [
    "latchkey keys list",
    "latchkey keys list --format json",
    "latchkey keys list --all --quiet",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const sets = await collect(args, (page) => latchkey.call("listJsonWebKeySets", page));
    const empty = "There are no key sets. Create one with latchkey keys create.";
    showList(sets, { view: keySetRow, empty }, args, io);
    return exitCodes.done;
  },
};
