import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { durationOf, wordAt } from "../flags.ts";
import { formatOptions } from "../format.ts";
import { showClient } from "./create.ts";
import { findClient } from "./find.ts";

/** `latchkey clients rotate-secret`. */
export const rotateClientSecret: Command = {
  usage: "ID [flags]",
  options: {
    overlap: {
      type: "text",
      default: "0s",
      summary: "How long the secret before it stays good.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  most_words: 1,
  note: "Without --overlap the old secret stops working at once. Tokens stay good.",
  examples: [
    "latchkey clients rotate-secret photos",
    "latchkey clients rotate-secret photos --overlap 24h",
  ],
  run: async (given, world) => {
    const id = wordAt(given, 0, "Say which client: an ID.");
    const latchkey = connectAdmin(given, world);
    const client = await findClient(latchkey, id);
    if (!client.token_endpoint_auth_method.startsWith("client_secret_"))
      throw new Failure(
        exitCodes.refused,
        `${id} has no secret: it authenticates by ${client.token_endpoint_auth_method}.`,
      );
    const body = { overlap: Math.round(durationOf(given, "overlap", 0) / 1000) };
    showClient(await latchkey.rotateOAuth2ClientSecret({ id, body }), given, world);
    return exitCodes.done;
  },
};
