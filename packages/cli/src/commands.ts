import { clientCommands } from "./clients/listing.ts";
import { keyCommands } from "./keys/listing.ts";
import type { Listing } from "./listing.ts";
import { sessionCommands } from "./sessions/listing.ts";
import { tokenCommands } from "./tokens/listing.ts";
import { workspaceCommands } from "./workspaces/listing.ts";

/** Everything the command can do. */
export const commands: Readonly<Record<string, Listing>> = {
  serve: {
    summary: "Runs the server: both listeners, or one of them.",
    load: async () => (await import("./serve.ts")).serve,
  },
  "migrate sql": {
    summary: "Brings the database to the shape this version needs.",
    load: async () => (await import("./migrate.ts")).migrateSql,
  },
  janitor: {
    summary: "Removes what has expired from the database.",
    load: async () => (await import("./janitor.ts")).janitor,
  },
  config: {
    summary: "Shows the settings in effect, secrets masked, and where they come from.",
    load: async () => (await import("./config.ts")).config,
  },
  ...clientCommands,
  ...keyCommands,
  ...tokenCommands,
  ...sessionCommands,
  ...workspaceCommands,
  doctor: {
    summary: "Examines a deployment from outside, and says what to do.",
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
  "accounts create": {
    summary: "Adds somebody who can sign in on the built-in pages.",
    load: async () => (await import("./accounts.ts")).createAccount,
  },
  "accounts list": {
    summary: "Lists who can sign in on the built-in pages.",
    load: async () => (await import("./accounts.ts")).listAccounts,
  },
  "accounts get": {
    summary: "Shows an account and its claims.",
    load: async () => (await import("./accounts.ts")).getAccount,
  },
  "accounts update": {
    summary: "Changes the claims of an account.",
    load: async () => (await import("./accounts.ts")).updateAccount,
  },
  "accounts password": {
    summary: "Gives an account a new password.",
    load: async () => (await import("./accounts.ts")).changePassword,
  },
  "accounts delete": {
    summary: "Removes an account.",
    load: async () => (await import("./accounts.ts")).deleteAccount,
  },
  "api-keys create": {
    summary: "Makes a key for the admin listener.",
    load: async () => (await import("./api-keys.ts")).createApiKey,
  },
  completion: {
    summary: "Prints a script that completes commands and flags in your shell.",
    load: async () => (await import("./completion.ts")).completion,
  },
  version: {
    summary: "Tells the version.",
    load: async () => (await import("./version.ts")).tellVersion,
  },
};

/** What the nouns among them are about. */
export const nouns: Readonly<Record<string, string>> = {
  migrate: "The database's shape.",
  clients: "The apps that ask for tokens.",
  keys: "Key sets, private halves included.",
  token: "Tokens, to get, to look into and to end.",
  sessions: "What is remembered of a person.",
  workspaces: "Workspaces, and what is in them.",
  "workspaces members": "Who is in a workspace.",
  "workspaces integrations": "The apps that are installed into workspaces.",
  "workspaces installations": "What is installed where.",
  accounts: "People who can sign in on the built-in pages.",
  "api-keys": "Keys of the admin listener.",
};
