import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { argumentAt } from "../../arguments/flags.ts";
import { formatOptions, showOne } from "../../output/format.ts";
import { findClient } from "./find.ts";
import { clientPage } from "./view.ts";

/** `latchkey clients get`. */
export const getClient: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey clients get photos", "latchkey clients get photos --format table"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, "Missing argument: the client ID.");
    showOne(await findClient(connectAdmin(args, io), id), clientPage, args, io);
    return exitCodes.done;
  },
};
