import type { Command } from "../../arguments/command.ts";
import { allArguments } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEachName } from "../../output/for-each.ts";

/** `latchkey trusted-issuers delete`. Tokens that were issued stay valid. */
export const deleteTrustedIssuers: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  examples: ["latchkey trusted-issuers delete $TRUSTED_ISSUER"],
  run: (args, io) => {
    const ids = allArguments(args, "Missing argument: one or more IDs of trusted issuers.");
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Deleting", io, async (id) => {
      await latchkey.deleteTrustedJwtGrantIssuer({ id });
      return `Deleted ${id}.\n`;
    });
  },
};
