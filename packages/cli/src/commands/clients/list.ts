import type { Arguments, Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { textOf } from "../../arguments/flags.ts";
import { formatOptions, showList } from "../../output/format.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { clientRow } from "./view.ts";

/** `latchkey clients list`. */
export const listClients: Command = {
  usage: "[flags]",
  options: {
    search: {
      type: "text",
      summary: "Filter by text in ID, name, owner or redirect URIs.",
    },
    name: { type: "text", summary: "Filter by exact name." },
    owner: { type: "text", summary: "Filter by exact owner." },
    ...pageOptions,
    ...formatOptions("table", "Print only the IDs."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: [
    "latchkey clients list",
    "latchkey clients list --search photos",
    "latchkey clients list --limit 100 --page 2",
    "latchkey clients list --all --quiet",
  ],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const filter = filterOf(args);
    const clients = await collect(args, (page) =>
      latchkey.call("listOAuth2Clients", { ...filter, ...page }),
    );
    const empty =
      Object.keys(filter).length === 0
        ? "There are no clients. Create one with latchkey clients create."
        : "No client matches.";
    showList(clients, { view: clientRow, empty }, args, io);
    return exitCodes.done;
  },
};

function filterOf(args: Arguments) {
  const search = textOf(args, "search");
  const client_name = textOf(args, "name");
  const owner = textOf(args, "owner");
  return {
    ...(search && { search }),
    ...(client_name && { client_name }),
    ...(owner && { owner }),
  };
}
