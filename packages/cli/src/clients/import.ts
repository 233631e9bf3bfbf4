import { readFileSync } from "node:fs";

import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";

import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { wordsOf } from "../flags.ts";
import { formatOptions, showList, type View, warnOfSecret } from "../format.ts";

/** `latchkey clients import`: what was exported elsewhere is created here. */
export const importClients: Command = {
  usage: "FILE... [flags]",
  options: { ...formatOptions("table", "Prints the ids alone."), ...adminOptions },
  most_words: Infinity,
  note: "A file holds a client as JSON, or a list of them. Clients that exist already are left alone and told.",
  examples: [
    "latchkey clients import photos.json albums.json",
    "latchkey clients list --all --format json > clients.json && latchkey clients import clients.json --endpoint http://127.0.0.1:5445",
  ],
  run: async (given, world) => {
    const files = wordsOf(given, "Say what to import: one FILE or several.");
    const clients = new Map(files.flatMap(readClients));
    const latchkey = connectAdmin(given, world);
    const created: OAuth2Client[] = [];
    let has_new_secret = false; // One that the file does not hold.
    const outcome = await forEach(clients, "Importing", world, async (body) => {
      const client = await latchkey.createOAuth2Client({ body });
      created.push(client);
      has_new_secret ||= client.client_secret !== undefined && body.client_secret === undefined;
      return "";
    });
    if (created.length > 0) showList(created, importedRow, "", given, world);
    if (has_new_secret) warnOfSecret("Each secret", given, world);
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
  const content = parseFile(file);
  if (!Array.isArray(content)) return [[file, asClient(content, file)]];
  return content.map((item: unknown, index): Named => {
    const name = `${file} (${index + 1} of ${content.length})`;
    return [name, asClient(item, name)];
  });
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new Failure(exitCodes.misused, `${file} ${why}. Nothing was imported.`, { cause });
  }
}

function asClient(value: unknown, name: string): OAuth2ClientInput {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Failure(exitCodes.misused, `${name} is not a client. Nothing was imported.`);
}
