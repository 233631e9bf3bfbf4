import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { durationOf, argumentAt } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import { showClient } from "./create.ts";
import { findClient } from "./find.ts";

/** `latchkey clients rotate-secret`. */
export const rotateClientSecret: Command = {
  usage: "ID [flags]",
  options: {
    overlap: {
      type: "text",
      default: "0s",
      summary: "How long the previous secret stays valid.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "Without --overlap all earlier secrets stop working immediately. With it, each stays valid for the overlap it was promised; five can be valid at once. Tokens stay valid.",
  examples: [
    "latchkey clients rotate-secret photos",
    "latchkey clients rotate-secret photos --overlap 24h",
  ],
  run: async (args, io) => {
    const id = argumentAt(args, 0, "Missing argument: the client ID.");
    const latchkey = connectAdmin(args, io);
    const client = await findClient(latchkey, id);
    if (!client.token_endpoint_auth_method.startsWith("client_secret_"))
      throw new Failure(
        exitCodes.refused,
        `${id} has no secret: it authenticates by ${client.token_endpoint_auth_method}.`,
      );
    const body = { overlap: Math.round(durationOf(args, "overlap") / 1000) };
    showClient(await latchkey.rotateOAuth2ClientSecret({ id, body }), args, io);
    return exitCodes.done;
  },
};
