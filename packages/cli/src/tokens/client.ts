import type { OAuth2TokenResponse } from "@latchkey/api";

import type { Command } from "../command.ts";
import { connectPublic, publicOptions } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { isSaid, listOf } from "../flags.ts";
import { formatOptions, showOne, type View } from "../format.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";

/** `latchkey token client`: RFC 6749 §4.4. The token alone, so that a script can take it as it is. */
export const clientToken: Command = {
  usage: "--client-id ID --client-secret SECRET [flags]",
  options: {
    ...credentialOptions,
    scope: { type: "text", summary: "The scopes to ask for." },
    audience: { type: "text", summary: "The audiences to ask for." },
    verbose: { type: "boolean", short: "v", summary: "The whole answer, as JSON." },
    ...formatOptions("table"),
    ...publicOptions,
  },
  most_words: 0,
  note: "Without -v or --format the token stands alone on its line.",
  examples: [
    "latchkey token client --client-id photos --client-secret $SECRET --scope albums.read",
    'curl -H "Authorization: Bearer $(latchkey token client --client-id photos)" https://api.example/albums',
  ],
  run: async (given, world) => {
    const { fields, options } = credentialsOf(given, world);
    const [scope, audience] = [listOf(given, "scope"), listOf(given, "audience")];
    const answer = await connectPublic(given, world).oauth2Token(
      {
        grant_type: "client_credentials",
        ...fields,
        ...(scope && { scope: scope.join(" ") }),
        ...(audience && { audience: audience.join(" ") }),
      },
      options,
    );
    const whole = given.flags.has("format") || given.flags.has("json");
    if (whole || isSaid(given, "verbose")) showOne(answer, tokenPage, "json", given, world);
    else world.out(`${answer.access_token}\n`);
    return exitCodes.done;
  },
};

const tokenPage: View<OAuth2TokenResponse> = {
  "ACCESS TOKEN": ({ access_token }) => access_token,
  "TOKEN TYPE": ({ token_type }) => token_type,
  "EXPIRES IN": ({ expires_in }) => `${expires_in} s`,
  SCOPE: ({ scope }) => scope,
};
