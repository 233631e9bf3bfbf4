import { apiKeyScopes } from "@latchkey/api";
import { hashApiKey, mintApiKey } from "@latchkey/server";

import { UsageError, type Command } from "../arguments/command.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { formatOf, formatOptions, write } from "../output/format.ts";

const known: readonly string[] = apiKeyScopes;
const listed = apiKeyScopes.join(", ");

/** `latchkey api-keys create`. The key is printed once and not stored; the settings contain only its hash. */
export const createApiKey: Command = {
  usage: "--scope read,write [flags]",
  options: {
    scope: { type: "text", summary: `Scopes of the key: ${listed}, separated by commas.` },
    ...formatOptions("table"),
  },
  max_arguments: 0,
  examples: [
    "latchkey api-keys create --scope read",
    "latchkey api-keys create --scope read,write,keys --format json",
  ],
  run: async (args, io) => {
    const scopes = parseScopes(args.flags.get("scope") ?? []);
    const key = mintApiKey();
    const entry = `${scopes.join("+")}:${hashApiKey(key)}`;
    const format = formatOf(args);
    if (format === "table") io.out(page(key, entry));
    else write({ key, scopes, entry }, format, io);
    return exitCodes.done;
  },
};

function parseScopes(values: readonly string[]): readonly string[] {
  const scopes = [...new Set(values.flatMap((value) => value.split(/[,+ ]+/)))];
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (scopes.length > 0 && unknown === undefined) return scopes;
  const problem = unknown === undefined ? "Missing flag" : `Unknown scope ${unknown}`;
  throw new UsageError(`${problem}: --scope takes ${listed}, separated by commas.`);
}

function page(key: string, entry: string): string {
  return `The API key, shown only once. Send it as Authorization: Bearer …

  ${key}

The entry for serve.admin.api_keys, which contains only a hash:

  ${entry}
`;
}
