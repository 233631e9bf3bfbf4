import { readFileSync } from "node:fs";

import {
  explain,
  type IdentityProvider,
  type IdentityProviderInput,
  identityProviderInput,
  read,
} from "@latchkey/api";

import type { Arguments, Command, Options } from "../../arguments/command.ts";
import { allArguments, argumentAt, isSet, listOf, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { forEachName } from "../../output/for-each.ts";
import { formatOptions, showList, showOne, type View } from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";

const ID = "Missing argument: the ID of the identity provider.";

/** What most providers need. Everything else is in the file. */
const fieldOptions: Options = {
  preset: { type: "text", summary: "google, microsoft, apple, github, gitlab or custom." },
  name: { type: "text", summary: "The name on the button." },
  issuer: { type: "text", summary: "The issuer of an OpenID provider." },
  "client-id": { type: "text", summary: "The client as which this server is registered there." },
  "client-secret": {
    type: "text",
    summary: "Its secret. Other users of the machine see arguments: prefer --secret-file.",
  },
  "secret-file": {
    type: "text",
    summary: "A file with the secret, or with the private key of Apple.",
  },
  "create-accounts": { type: "text", summary: "never, always or verified_email_domain." },
  "email-domains": { type: "text", summary: "The domains of that rule, separated by commas." },
  scope: { type: "text", summary: "The scope to request, separated by commas." },
  "keep-tokens": {
    type: "boolean",
    summary: "Keep its tokens, encrypted, for clients with the right to them.",
  },
  file: { type: "text", summary: "A file with fields as JSON, which flags replace." },
};

/** `latchkey identity-providers create`. */
export const createIdentityProvider: Command = {
  usage: "ID [flags]",
  options: { ...fieldOptions, ...formatOptions("table", "Print only the ID."), ...adminOptions },
  max_arguments: 1,
  note: "Register the redirect URI that is printed at the provider.",
  examples: [
    "latchkey identity-providers create google --preset google --client-id 1234567890-abc.apps.googleusercontent.com --secret-file google-secret.txt",
    "latchkey identity-providers create example --name Example --issuer https://login.example.com --client-id latchkey --secret-file secret.txt --create-accounts always",
  ],
  run: async (args, io) => {
    const body = { ...readFields(args), id: argumentAt(args, 0, ID) };
    const created = await connectAdmin(args, io).createIdentityProvider({ body });
    showOne(created, providerPage, args, io);
    warnAboutProblem(created, io);
    return exitCodes.done;
  },
};

/** `latchkey identity-providers update`. */
export const updateIdentityProvider: Command = {
  usage: "ID [flags]",
  options: { ...fieldOptions, ...formatOptions("table"), ...adminOptions },
  max_arguments: 1,
  note: "What is not given stays.",
  examples: ["latchkey identity-providers update google --create-accounts always"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, ID);
    const body = readFields(args);
    const updated = await connectAdmin(args, io).updateIdentityProvider({ id, body });
    showOne(updated, providerPage, args, io);
    warnAboutProblem(updated, io);
    return exitCodes.done;
  },
};

/** `latchkey identity-providers get`. */
export const getIdentityProvider: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey identity-providers get google"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, ID);
    const found = await connectAdmin(args, io).getIdentityProvider({ id });
    showOne(found, providerPage, args, io);
    return exitCodes.done;
  },
};

/** `latchkey identity-providers list`. */
export const listIdentityProviders: Command = {
  usage: "[flags]",
  options: { ...pageOptions, ...formatOptions("table", "Print only the IDs."), ...adminOptions },
  max_arguments: 0,
  examples: ["latchkey identity-providers list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const found = await collect(args, (page) => latchkey.call("listIdentityProviders", page));
    const empty =
      "There are no identity providers. Connect one with latchkey identity-providers create.";
    showList(found, { view: providerRow, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey identity-providers delete`. Accounts and sessions stay. */
export const deleteIdentityProviders: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  examples: ["latchkey identity-providers delete example"],
  run: (args, io) => {
    const ids = allArguments(args, ID);
    const latchkey = connectAdmin(args, io);
    return forEachName(ids, "Deleting", io, async (id) => {
      await latchkey.deleteIdentityProvider({ id });
      return `Deleted ${id}.\n`;
    });
  },
};

/** It is stored all the same: the provider may be started later. */
function warnAboutProblem({ problem }: IdentityProvider, io: ProcessIo): void {
  if (problem !== undefined) io.err(`Warning: ${problem}\n`);
}

const providerRow: View<IdentityProvider> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  ENABLED: ({ enabled }) => (enabled ? "yes" : "no"),
  ISSUER: ({ issuer, authorization_endpoint = "" }) => issuer ?? authorization_endpoint,
};

const providerPage: View<IdentityProvider> = {
  ...providerRow,
  "CLIENT ID": ({ client_id }) => client_id,
  SECRET: ({ has_client_secret }) => (has_client_secret ? "stored" : "none"),
  SCOPE: ({ scope = [] }) => scope.join(" "),
  "CREATE ACCOUNTS": ({ create_accounts = "never", email_domains = [] }) =>
    [create_accounts, ...email_domains].join(" "),
  "KEEPS TOKENS": ({ keep_tokens = false }) => (keep_tokens ? "yes" : "no"),
  "REDIRECT URI": ({ redirect_uri }) => redirect_uri,
};

function readFields(args: Arguments): IdentityProviderInput {
  const file = textOf(args, "file");
  const secretFile = textOf(args, "secret-file");
  const given = {
    preset: textOf(args, "preset"),
    name: textOf(args, "name"),
    issuer: textOf(args, "issuer"),
    client_id: textOf(args, "client-id"),
    client_secret:
      secretFile === undefined ? textOf(args, "client-secret") : readText(secretFile).trim(),
    create_accounts: textOf(args, "create-accounts"),
    email_domains: listOf(args, "email-domains"),
    scope: listOf(args, "scope"),
    keep_tokens: args.flags.has("keep-tokens") ? isSet(args, "keep-tokens") : undefined,
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const fields = file === undefined ? {} : parseFile(file);
  const input = read(identityProviderInput, { ...fields, ...Object.fromEntries(known) });
  if (input.ok) return input.value;
  throw new Failure(exitCodes.misused, `This is not an identity provider: ${explain(input.error)}`);
}

function parseFile(file: string): object {
  try {
    const value: unknown = JSON.parse(readText(file));
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure(exitCodes.misused, `${file} is not valid JSON.`, { cause });
  }
  throw new Failure(exitCodes.misused, `${file} has no JSON object.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Failure(exitCodes.misused, `${file} could not be read.`, { cause });
  }
}
