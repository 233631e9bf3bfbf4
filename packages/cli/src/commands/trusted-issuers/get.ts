import type { Command } from "../../arguments/command.ts";
import { argumentAt } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showOne } from "../../output/format.ts";
import { trustedIssuerPage } from "./view.ts";

/** `latchkey trusted-issuers get`. */
export const getTrustedIssuer: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey trusted-issuers get $TRUSTED_ISSUER"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, "Missing argument: the ID of the trusted issuer.");
    const found = await connectAdmin(args, io).getTrustedJwtGrantIssuer({ id });
    showOne(found, trustedIssuerPage, args, io);
    return exitCodes.done;
  },
};
