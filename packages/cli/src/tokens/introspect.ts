import type { ActiveToken, OAuth2TokenIntrospection } from "@latchkey/api";

import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { listOf, wordAt } from "../flags.ts";
import { formatOptions, showOne, type View } from "../format.ts";
import { spellTime } from "./spell-time.ts";

/** `latchkey token introspect`: RFC 7662. */
export const introspectToken: Command = {
  usage: "TOKEN [flags]",
  options: {
    scope: { type: "text", summary: "Scopes it must have to count as active." },
    "client-id": { type: "text" }, // scripts for other servers say them; the admin listener needs neither
    "client-secret": { type: "text" },
    ...formatOptions("json"),
    ...adminOptions,
  },
  most_words: 1,
  note: "A token that is not active is an answer, not a failure: the exit code is 0.",
  examples: [
    "latchkey token introspect $TOKEN",
    "latchkey token introspect $TOKEN --scope albums.read --format table",
  ],
  run: async (given, world) => {
    const token = wordAt(given, 0, "Say which token: a TOKEN.");
    const scope = listOf(given, "scope")?.join(" ");
    const latchkey = connectAdmin(given, world);
    const told = await latchkey.introspectOAuth2Token({ token, ...(scope && { scope }) });
    showOne(told, introspectionPage, "json", given, world);
    return exitCodes.done;
  },
};

const introspectionPage: View<OAuth2TokenIntrospection> = {
  ACTIVE: ({ active }) => (active ? "yes" : "no"),
  USE: whenActive(({ token_use }) => token_use),
  CLIENT: whenActive(({ client_id }) => client_id),
  SUBJECT: whenActive(({ sub }) => sub),
  SCOPE: whenActive(({ scope = "" }) => scope),
  AUDIENCE: whenActive(({ aud }) => aud.join(" ")),
  ISSUER: whenActive(({ iss }) => iss),
  ISSUED: whenActive(({ iat }) => spellTime(iat)),
  EXPIRES: whenActive(({ exp }) => spellTime(exp)),
  EXTRA: whenActive(({ ext }) => (ext === undefined ? "" : JSON.stringify(ext))),
};

function whenActive(cell: (token: ActiveToken) => string) {
  return (token: OAuth2TokenIntrospection): string => (token.active ? cell(token) : "");
}
