import { type AdminApiKey, apiKeyScopes, type NewAdminApiKey } from "@latchkey/api";
import { hashApiKey, mintApiKey } from "@latchkey/server";

import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { allArguments, isSet, listOf, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { type ExitCode, exitCodes } from "../../output/exit-codes.ts";
import { forEachName } from "../../output/for-each.ts";
import {
  formatOf,
  formatOptions,
  showList,
  showOne,
  type View,
  write,
} from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";
import { forceOption, forced, rightsOf, rightsOptions } from "./rights.ts";

const known: readonly string[] = apiKeyScopes;
const listed = apiKeyScopes.join(", ");

/** `latchkey api-keys create`: a record of the server, or with --scope a line for its settings. */
export const createApiKey: Command = {
  usage: "--name NAME --role ROLE [flags]",
  options: {
    name: { type: "text", summary: "What the key is for." },
    ...rightsOptions,
    operation: {
      type: "text",
      summary:
        "In place of a role: the only operations that it may call, by id, as docs/api.md has them.",
    },
    "expires-in": {
      type: "text",
      summary: "How long it is valid, such as 2160h. Without it, it never expires.",
    },
    scope: {
      type: "text",
      summary: `Prints a key for serve.admin.api_keys in place of creating one on the server. Scopes: ${listed}, separated by commas.`,
    },
    ...formatOptions("table", "Print only the key."),
    ...adminOptions,
  },
  max_arguments: 0,
  note: "The key is shown only once, and stored as a hash. A key of the settings can be revoked only there.",
  examples: [
    "latchkey api-keys create --name CI --operation createOAuth2Client,patchOAuth2Client --expires-in 2160h",
    "latchkey api-keys create --name 'Dashboard' --role viewer --quiet",
    "latchkey api-keys create --scope read,write,keys",
  ],
  run: async (args, io) => {
    const scope = args.flags.get("scope");
    if (scope !== undefined) return printEntry(scope, args, io);
    const name = textOf(args, "name");
    if (name === undefined)
      throw new UsageError(
        `Missing flag: --name says what the key is for, with --role or --operation. For a key of the settings, --scope takes ${listed}, separated by commas.`,
      );
    const operations = listOf(args, "operation");
    const expires_in = textOf(args, "expires-in");
    const body = {
      name,
      ...rightsOf(args),
      ...(operations && { operations }),
      ...(expires_in !== undefined && { expires_in }),
    };
    const created = await connectAdmin(args, io).createApiKey({ body });
    showOne(created, createdView, args, io);
    if (!isSet(args, "quiet"))
      io.err("The key is shown only once. Store it now: it cannot be displayed again.\n");
    return exitCodes.done;
  },
};

/** `latchkey api-keys list`. */
export const listApiKeys: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 0,
  note: "Keys of serve.admin.api_keys are not listed.",
  examples: ["latchkey api-keys list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const keys = await collect(args, (page) => latchkey.call("listApiKeys", page));
    const empty = "There are no API keys. Create one with latchkey api-keys create.";
    showList(keys, { view: keyView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey api-keys revoke`. */
export const revokeApiKeys: Command = {
  usage: "ID... [flags]",
  options: { ...forceOption, ...adminOptions },
  max_arguments: Infinity,
  note: "All servers refuse a revoked key within a second.",
  examples: ["latchkey api-keys revoke $API_KEY_ID"],
  run: async (args, io) => {
    const ids = allArguments(
      args,
      "Missing argument: one or more IDs, as shown by latchkey api-keys list.",
    );
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Revoking", io, async (id) => {
      await latchkey.revokeApiKey({ id, ...forced(args) });
      return `Revoked ${id}.\n`;
    });
  },
};

const keyView: View<AdminApiKey> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  MAY: ({ role, operations = [] }) => role ?? operations.join(", "),
  WORKSPACES: ({ workspaces }) => workspaces?.join(", ") ?? "all",
  CREATED: ({ created_at }) => created_at,
  "LAST USED": ({ last_used_at }) => last_used_at ?? "never",
  EXPIRES: ({ expires_at }) => expires_at ?? "never",
};

const createdView: View<NewAdminApiKey> = { KEY: ({ key }) => key, ...keyView };

/** A key that is not stored anywhere: the settings contain only its hash. */
function printEntry(scope: readonly string[], args: Arguments, io: ProcessIo): ExitCode {
  const scopes = parseScopes(scope);
  const key = mintApiKey();
  const entry = `${scopes.join("+")}:${hashApiKey(key)}`;
  const format = formatOf(args);
  if (isSet(args, "quiet")) io.out(`${key}\n`);
  else if (format === "table") io.out(describeEntry(key, entry));
  else write({ key, scopes, entry }, format, io);
  return exitCodes.done;
}

function parseScopes(values: readonly string[]): readonly string[] {
  const scopes = [...new Set(values.flatMap((value) => value.split(/[,+ ]+/)))];
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown === undefined) return scopes;
  throw new UsageError(`Unknown scope ${unknown}: --scope takes ${listed}, separated by commas.`);
}

function describeEntry(key: string, entry: string): string {
  return `The API key, shown only once. Send it as Authorization: Bearer …

  ${key}

The entry for serve.admin.api_keys, which contains only a hash:

  ${entry}
`;
}
