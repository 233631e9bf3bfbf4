import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { setArgument } from "./set-argument.ts";

/** `latchkey keys delete`: deletes a whole set. */
export const deleteKeys: Command = {
  usage: "SET [flags]",
  options: adminOptions,
  max_arguments: 1,
  note: "Signatures by its keys can no longer be verified. To delete one key of a set: latchkey keys retire.",
  examples: ["latchkey keys delete invoices"],
  run: async (args, io) => {
    const set = setArgument(args);
    await connectAdmin(args, io).deleteJsonWebKeySet({ set });
    io.out(`Deleted ${set}.\n`);
    return exitCodes.done;
  },
};
