import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { wordAt } from "../flags.ts";
import { formatOptions, showOne } from "../format.ts";
import { findClient } from "./find.ts";
import { clientPage } from "./view.ts";

/** `latchkey clients get`. */
export const getClient: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  most_words: 1,
  examples: ["latchkey clients get photos", "latchkey clients get photos --format table"],
  run: async (given, world) => {
    const id = wordAt(given, 0, "Say which client: an ID.");
    showOne(await findClient(connectAdmin(given, world), id), clientPage, "json", given, world);
    return exitCodes.done;
  },
};
