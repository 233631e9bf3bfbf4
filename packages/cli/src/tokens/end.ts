import type { Command } from "../command.ts";
import { adminOptions, connectAdmin, connectPublic, publicOptions } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { durationOf, wordAt } from "../flags.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";

/** `latchkey token revoke`: RFC 7009. */
export const revokeToken: Command = {
  usage: "TOKEN --client-id ID --client-secret SECRET [flags]",
  options: { ...credentialOptions, ...publicOptions },
  most_words: 1,
  note: "A token that is unknown, or another client's, is left alone, and that is no failure: RFC 7009 §2.2.",
  examples: ["latchkey token revoke $TOKEN --client-id photos --client-secret $SECRET"],
  run: async (given, world) => {
    const token = wordAt(given, 0, "Say which token: a TOKEN.");
    const { client_id, fields, options } = credentialsOf(given, world);
    await connectPublic(given, world).revokeOAuth2Token({ token, ...fields }, options);
    world.out(`If it was a token of ${client_id}'s, it is good for nothing now.\n`);
    return exitCodes.done;
  },
};

/** `latchkey token delete`. */
export const deleteTokens: Command = {
  usage: "--client-id ID [flags]",
  options: { "client-id": { type: "text", summary: "Whose access tokens." }, ...adminOptions },
  most_words: 0,
  examples: ["latchkey token delete --client-id photos"],
  run: async (given, world) => {
    const { client_id } = credentialsOf(given, world);
    await connectAdmin(given, world).deleteOAuth2Token({ client_id });
    world.out(`Every access token of ${client_id} is good for nothing now.\n`);
    return exitCodes.done;
  },
};

/** `latchkey token flush`. */
export const flushTokens: Command = {
  usage: "[flags]",
  options: {
    "min-age": {
      type: "text",
      default: "0",
      summary: "Spares expired tokens that were issued more recently than this.",
    },
    ...adminOptions,
  },
  most_words: 0,
  note: "There is no need to: the server removes what has expired by itself.",
  examples: ["latchkey token flush", "latchkey token flush --min-age 24h"],
  run: async (given, world) => {
    const notAfter = new Date(Date.now() - durationOf(given, "min-age", 0)).toISOString();
    await connectAdmin(given, world).flushInactiveOAuth2Tokens({ body: { notAfter } });
    world.out("Expired access tokens are gone.\n");
    return exitCodes.done;
  },
};
