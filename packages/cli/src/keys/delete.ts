import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { wordAt } from "../flags.ts";

/** `latchkey keys delete`: a whole set. */
export const deleteKeys: Command = {
  usage: "SET [flags]",
  options: adminOptions,
  most_words: 1,
  note: "What its keys signed can no longer be verified. To delete one key of a set: latchkey keys retire.",
  examples: ["latchkey keys delete invoices"],
  run: async (given, world) => {
    const set = wordAt(given, 0, "Say which set: a SET.");
    await connectAdmin(given, world).deleteJsonWebKeySet({ set });
    world.out(`${set} is gone.\n`);
    return exitCodes.done;
  },
};
