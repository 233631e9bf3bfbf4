import { readFileSync } from "node:fs";

import { clientFields, type OAuth2Client, type OAuth2ClientInput } from "@latchkey/api";

import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEach } from "../../output/for-each.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { allArguments } from "../../arguments/flags.ts";
import { formatOptions, showList, type View, warnAboutSecret } from "../../output/format.ts";

/** `latchkey clients import`: creates clients from JSON. */
export const importClients: Command = {
  usage: "FILE... [flags]",
  options: { ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: Infinity,
  note: "A file contains a client or a list of clients as JSON, also as the items of an object, as Ory Hydra v2 lists them. Clients that already exist are reported and not changed.",
  examples: [
    "latchkey clients import photos.json albums.json",
    "latchkey clients list --all --format json > clients.json && latchkey clients import clients.json --endpoint http://127.0.0.1:5445",
  ],
  run: async (args, io) => {
    const files = allArguments(args, "Missing argument: one or more FILEs to import.");
    const clients = new Map(files.flatMap(readClients));
    const latchkey = connectAdmin(args, io);
    const created: OAuth2Client[] = [];
    let hasNewSecret = false; // A secret that is not in the file.
    const outcome = await forEach(clients, "Importing", io, async (body) => {
      const client = await latchkey.createOAuth2Client({ body });
      created.push(client);
      hasNewSecret ||= client.client_secret !== undefined && body.client_secret === undefined;
      return "";
    });
    if (created.length > 0) showList(created, { view: importedRow }, args, io);
    if (hasNewSecret) warnAboutSecret("Each secret", args, io);
    return outcome;
  },
};

const importedRow: View<OAuth2Client> = {
  "CLIENT ID": ({ client_id }) => client_id,
  NAME: ({ client_name }) => client_name,
  "CLIENT SECRET": ({ client_secret }) => client_secret ?? "",
};

type Named = [name: string, client: OAuth2ClientInput];

function readClients(file: string): readonly Named[] {
  const content = itemsOf(parseFile(file));
  if (!Array.isArray(content)) return [[file, asClient(content, file)]];
  if (content.length === 0)
    throw new Failure(exitCodes.misused, `${file} contains no clients. Nothing was imported.`);
  return content.map((item: unknown, index): Named => {
    const name = `${file} (${index + 1} of ${content.length})`;
    return [name, asClient(item, name)];
  });
}

/** The list in `{"items": [...], "next_page_token": "..."}`, which `hydra list clients` of v2 prints; any other value itself. */
function itemsOf(content: unknown): unknown {
  const isPage = typeof content === "object" && content !== null && "items" in content;
  return isPage ? content.items : content;
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "is not valid JSON" : "could not be read";
    throw new Failure(exitCodes.misused, `${file} ${why}. Nothing was imported.`, { cause });
  }
}

function asClient(value: unknown, name: string): OAuth2ClientInput {
  const isClient =
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).some((field) => Object.hasOwn(clientFields, field));
  if (isClient) return value;
  throw new Failure(exitCodes.misused, `${name} is not a client. Nothing was imported.`);
}
