import { hashApiKey, mintApiKey } from "@latchkey/server";

import { UsageError, type Command } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { formatOf, formatOptions, write } from "./format.ts";

const known = ["read", "write", "keys"];

/** `latchkey api-keys create`: the key is shown once and kept nowhere; the settings hold only its hash. */
export const createApiKey: Command = {
  usage: "--scope read,write [flags]",
  options: {
    scope: { type: "text", summary: "What the key may do: read, write, keys, joined by commas." },
    ...formatOptions("table"),
  },
  most_words: 0,
  examples: [
    "latchkey api-keys create --scope read",
    "latchkey api-keys create --scope read,write,keys --format json",
  ],
  run: async (given, world) => {
    const scopes = parseScopes(given.flags.get("scope") ?? []);
    const key = mintApiKey();
    const entry = `${scopes.join("+")}:${hashApiKey(key)}`;
    const format = formatOf(given, "table");
    if (format === "table") world.out(page(key, entry));
    else write({ key, scopes, entry }, format, world);
    return exitCodes.done;
  },
};

function parseScopes(values: readonly string[]): readonly string[] {
  const scopes = [...new Set(values.flatMap((value) => value.split(/[,+ ]+/)))];
  const stranger = scopes.find((scope) => !known.includes(scope));
  if (scopes.length > 0 && stranger === undefined) return scopes;
  const complaint = stranger === undefined ? "Say what the key may do" : `${stranger} is no scope`;
  throw new UsageError(`${complaint}: --scope takes read, write, keys, joined by commas.`);
}

function page(key: string, entry: string): string {
  return `The key, shown this once. Send it as Authorization: Bearer …

  ${key}

Its line in serve.admin.api_keys, which holds only a hash:

  ${entry}
`;
}
