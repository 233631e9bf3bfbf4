import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatOptions, showList } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { clientRow } from "./view.ts";

/** `latchkey clients list`. */
export const listClients: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Prints the ids alone."), ...adminOptions },
  most_words: 0,
  examples: [
    "latchkey clients list",
    "latchkey clients list --limit 100 --page 2",
    "latchkey clients list --all --quiet",
  ],
  run: async (given, world) => {
    const latchkey = connectAdmin(given, world);
    const clients = await collect(given, world, (page) => latchkey.call("listOAuth2Clients", page));
    const empty = "There are no clients here. latchkey clients create makes one.";
    showList(clients, clientRow, empty, given, world);
    return exitCodes.done;
  },
};
