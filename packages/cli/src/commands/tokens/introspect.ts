import type { ActiveToken, OAuth2TokenIntrospection } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { listOf, argumentAt } from "../../arguments/flags.ts";
import { formatOptions, showOne, type View } from "../../output/format.ts";
import { formatTime } from "./format-time.ts";

/** `latchkey token introspect`: RFC 7662. */
export const introspectToken: Command = {
  usage: "TOKEN [flags]",
  options: {
    scope: { type: "text", summary: "Scopes the token must have to be reported as active." },
    "client-id": { type: "text" }, // Accepted for compatibility with Ory Hydra; not needed on the admin listener.
    "client-secret": { type: "text" },
    ...formatOptions("json"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "The exit code is 0 for an inactive token too.",
  examples: [
    "latchkey token introspect $TOKEN",
    "latchkey token introspect $TOKEN --scope albums.read --format table",
  ],
  run: async (args, io) => {
    const token = argumentAt(args, 0, "Missing argument: the TOKEN.");
    const scope = listOf(args, "scope")?.join(" ");
    const latchkey = connectAdmin(args, io);
    const introspection = await latchkey.introspectOAuth2Token({ token, ...(scope && { scope }) });
    showOne(introspection, introspectionPage, args, io);
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
  ISSUED: whenActive(({ iat }) => formatTime(iat)),
  EXPIRES: whenActive(({ exp }) => formatTime(exp)),
  EXTRA: whenActive(({ ext }) => (ext === undefined ? "" : JSON.stringify(ext))),
};

function whenActive(cell: (token: ActiveToken) => string) {
  return (token: OAuth2TokenIntrospection): string => (token.active ? cell(token) : "");
}
