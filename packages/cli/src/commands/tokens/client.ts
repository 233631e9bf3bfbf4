import type { OAuth2TokenResponse } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { connectPublic, publicOptions } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, listOf } from "../../arguments/flags.ts";
import { formatOptions, showOne, type View } from "../../output/format.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";

/** `latchkey token client`: RFC 6749 §4.4. Prints only the token by default, for use in scripts. */
export const clientToken: Command = {
  usage: "--client-id ID --client-secret SECRET [flags]",
  options: {
    ...credentialOptions,
    scope: { type: "text", summary: "Scopes to request." },
    audience: { type: "text", summary: "Audiences to request." },
    resource: { type: "text", summary: "APIs to request a token for, by their identifiers." },
    verbose: { type: "boolean", short: "v", summary: "Print the whole response as JSON." },
    ...formatOptions("json"),
    ...publicOptions,
  },
  max_arguments: 0,
  note: "Without -v or --format only the access token is printed.",
  examples: [
    "latchkey token client --client-id photos --client-secret $SECRET --scope albums.read",
    'curl -H "Authorization: Bearer $(latchkey token client --client-id photos)" https://api.example/albums',
  ],
  run: async (args, io) => {
    const { fields, options } = credentialsOf(args, io);
    const [scope, audience] = [listOf(args, "scope"), listOf(args, "audience")];
    const resource = listOf(args, "resource");
    const answer = await connectPublic(args, io).oauth2Token(
      {
        grant_type: "client_credentials",
        ...fields,
        ...(scope && { scope: scope.join(" ") }),
        ...(audience && { audience: audience.join(" ") }),
        ...(resource && { resource }),
      },
      options,
    );
    const isWhole = ["format", "json", "output"].some((flag) => args.flags.has(flag));
    if (isWhole || isSet(args, "verbose")) showOne(answer, tokenPage, args, io);
    else io.out(`${answer.access_token}\n`);
    return exitCodes.done;
  },
};

const tokenPage: View<OAuth2TokenResponse> = {
  "ACCESS TOKEN": ({ access_token }) => access_token,
  "TOKEN TYPE": ({ token_type }) => token_type,
  "EXPIRES IN": ({ expires_in }) => `${expires_in} s`,
  SCOPE: ({ scope }) => scope,
};
