import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEachName } from "../../output/for-each.ts";
import { allArguments } from "../../arguments/flags.ts";

/** `latchkey clients delete`. */
export const deleteClients: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "All tokens and grants of the clients are deleted too.",
  examples: ["latchkey clients delete photos", "latchkey clients delete photos albums"],
  run: async (args, io) => {
    const ids = allArguments(args, "Missing argument: one or more client IDs.");
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Deleting", io, async (id) => {
      await latchkey.deleteOAuth2Client({ id });
      return `Deleted ${id}.\n`;
    });
  },
};
