import type { Arguments, Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { textOf } from "../flags.ts";
import { formatOptions, showList } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { clientRow } from "./view.ts";

/** `latchkey clients list`. */
export const listClients: Command = {
  usage: "[flags]",
  options: {
    search: {
      type: "text",
      summary: "Only those with this text in their id, name, owner or callbacks.",
    },
    name: { type: "text", summary: "Only those of this name, the whole of it." },
    owner: { type: "text", summary: "Only those of this owner, the whole of it." },
    ...pageOptions,
    ...formatOptions("table", "Prints the ids alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: [
    "latchkey clients list",
    "latchkey clients list --search photos",
    "latchkey clients list --limit 100 --page 2",
    "latchkey clients list --all --quiet",
  ],
  run: async (given, world) => {
    const latchkey = connectAdmin(given, world);
    const filter = filterOf(given);
    const clients = await collect(given, world, (page) =>
      latchkey.call("listOAuth2Clients", { ...filter, ...page }),
    );
    const empty =
      Object.keys(filter).length === 0
        ? "There are no clients here. latchkey clients create makes one."
        : "No client matches.";
    showList(clients, clientRow, empty, given, world);
    return exitCodes.done;
  },
};

function filterOf(given: Arguments) {
  const search = textOf(given, "search");
  const client_name = textOf(given, "name");
  const owner = textOf(given, "owner");
  return {
    ...(search && { search }),
    ...(client_name && { client_name }),
    ...(owner && { owner }),
  };
}
