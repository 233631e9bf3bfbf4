import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEachName } from "../../output/for-each.ts";
import { allArguments } from "../../arguments/flags.ts";

/** `latchkey keys delete`: deletes whole sets. */
export const deleteKeys: Command = {
  usage: "SET... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Signatures by its keys can no longer be verified. To delete one key of a set: latchkey keys retire.",
  examples: ["latchkey keys delete invoices"],
  run: async (args, io) => {
    const sets = allArguments(args, "Missing argument: one or more key sets.");
    const latchkey = connectAdmin(args, io);
    return forEachName(sets, "Deleting", io, async (set) => {
      await latchkey.deleteJsonWebKeySet({ set });
      return `Deleted ${set}.\n`;
    });
  },
};
