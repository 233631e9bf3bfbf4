import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { wordsOf } from "../flags.ts";

/** `latchkey clients delete`. */
export const deleteClients: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  most_words: Infinity,
  note: "Everything that was issued to a client ends with it.",
  examples: ["latchkey clients delete photos", "latchkey clients delete photos albums"],
  run: async (given, world) => {
    const ids = wordsOf(given, "Say which clients: one ID or several.");
    const latchkey = connectAdmin(given, world);
    const named = new Map(ids.map((id) => [id, id]));
    return forEach(named, "Deleting", world, async (id) => {
      await latchkey.deleteOAuth2Client({ id });
      return `${id} is gone.\n`;
    });
  },
};
