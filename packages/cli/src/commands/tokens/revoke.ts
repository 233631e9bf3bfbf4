import type { Command } from "../../arguments/command.ts";
import {
  adminOptions,
  connectAdmin,
  connectPublic,
  publicOptions,
} from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { durationOf, argumentAt } from "../../arguments/flags.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";

/** `latchkey token revoke`: RFC 7009. */
export const revokeToken: Command = {
  usage: "TOKEN --client-id ID --client-secret SECRET [flags]",
  options: { ...credentialOptions, ...publicOptions },
  max_arguments: 1,
  note: "An unknown token, or one of another client, is not revoked; this is not an error: RFC 7009 §2.2.",
  examples: ["latchkey token revoke $TOKEN --client-id photos --client-secret $SECRET"],
  run: async (args, io) => {
    const token = argumentAt(args, 0, "Missing argument: the TOKEN.");
    const { client_id, fields, options } = credentialsOf(args, io);
    await connectPublic(args, io).revokeOAuth2Token({ token, ...fields }, options);
    io.out(`If it was a token of ${client_id}, it is now revoked.\n`);
    return exitCodes.done;
  },
};

/** `latchkey token delete`. */
export const deleteTokens: Command = {
  usage: "--client-id ID [flags]",
  options: {
    "client-id": { type: "text", summary: "Client whose access tokens are revoked." },
    ...adminOptions,
  },
  max_arguments: 0,
  examples: ["latchkey token delete --client-id photos"],
  run: async (args, io) => {
    const { client_id } = credentialsOf(args, io);
    await connectAdmin(args, io).deleteOAuth2Token({ client_id });
    io.out(`Revoked all access tokens of ${client_id}.\n`);
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
      summary: "Keep expired tokens issued more recently than this.",
    },
    ...adminOptions,
  },
  max_arguments: 0,
  note: "Not required in normal operation: the server deletes expired tokens itself.",
  examples: ["latchkey token flush", "latchkey token flush --min-age 24h"],
  run: async (args, io) => {
    const notAfter = new Date(Date.now() - durationOf(args, "min-age")).toISOString();
    await connectAdmin(args, io).flushInactiveOAuth2Tokens({ body: { notAfter } });
    io.out("Deleted expired access tokens.\n");
    return exitCodes.done;
  },
};
