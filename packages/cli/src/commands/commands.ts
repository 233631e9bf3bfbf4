import { apiCommands } from "./apis/index.ts";
import { auditCommands } from "./audit/index.ts";
import { failedSignInCommands } from "./failed-sign-ins/index.ts";
import { applyCommands } from "./apply/index.ts";
import { backupCommands } from "./backup/index.ts";
import { clientCommands } from "./clients/index.ts";
import { detailsTypeCommands } from "./details-types/index.ts";
import { eventCommands } from "./events/index.ts";
import { identityProviderCommands } from "./identity-providers/index.ts";
import { keyCommands } from "./keys/index.ts";
import type { CommandEntry } from "./command-entry.ts";
import { operatorCommands } from "./operators/index.ts";
import { endCommands } from "./end/index.ts";
import { secretCommands } from "./secrets/index.ts";
import { sessionCommands } from "./sessions/index.ts";
import { tokenCommands } from "./tokens/index.ts";
import { trustedIssuerCommands } from "./trusted-issuers/index.ts";
import { workspaceCommands } from "./workspaces/index.ts";

/** All commands. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: "Runs the server: both listeners or one of them.",
    load: async () => (await import("./serve.ts")).serve,
  },
  "migrate sql": {
    summary: "Applies pending database migrations.",
    load: async () => (await import("./migrate.ts")).migrateSql,
  },
  "migrate sql up": {
    summary: "Applies pending database migrations, as migrate sql does: Ory Hydra v2 calls it so.",
    load: async () => (await import("./migrate.ts")).migrateSqlUp,
  },
  "migrate status": {
    summary: "Lists the database migrations, applied and pending.",
    load: async () => (await import("./migrate.ts")).migrateStatus,
  },
  "migrate --plan": {
    summary: "Shows what pending database migrations will lock, and for how long.",
    load: async () => (await import("./migrate.ts")).migratePlan,
  },
  ...backupCommands,
  takeover: {
    summary: "Takes over the data of another authorization server, such as Ory Hydra.",
    load: async () => (await import("./takeover.ts")).takeover,
  },
  "takeover shadow": {
    summary: "Compares the answers of the old server with those of this one, before a switch.",
    load: async () => (await import("./takeover-shadow.ts")).takeoverShadow,
  },
  janitor: {
    summary: "Deletes expired data from the database.",
    load: async () => (await import("./janitor.ts")).janitor,
  },
  config: {
    summary: "Shows the effective settings, with secrets masked, and their sources.",
    load: async () => (await import("./config.ts")).config,
  },
  reload: {
    summary: "Makes a running server read its settings again and apply those that need no restart.",
    load: async () => (await import("./reload.ts")).reload,
  },
  ...applyCommands,
  ...clientCommands,
  ...apiCommands,
  ...keyCommands,
  ...secretCommands,
  ...trustedIssuerCommands,
  ...identityProviderCommands,
  ...tokenCommands,
  ...sessionCommands,
  ...endCommands,
  ...eventCommands,
  ...detailsTypeCommands,
  ...workspaceCommands,
  ...auditCommands,
  ...failedSignInCommands,
  doctor: {
    summary: "Checks a deployment from outside and reports problems.",
    load: async () => (await import("../doctor/doctor.ts")).doctor,
  },
  "accounts create": {
    summary: "Creates an account for the built-in sign-in pages.",
    load: async () => (await import("./accounts/accounts.ts")).createAccount,
  },
  "accounts list": {
    summary: "Lists the accounts of the built-in sign-in pages.",
    load: async () => (await import("./accounts/accounts.ts")).listAccounts,
  },
  "accounts get": {
    summary: "Shows an account and its claims.",
    load: async () => (await import("./accounts/accounts.ts")).getAccount,
  },
  "accounts update": {
    summary: "Changes the claims, the state, the groups or the attributes of an account.",
    load: async () => (await import("./accounts/accounts.ts")).updateAccount,
  },
  "accounts disable": {
    summary: "Disables an account, and ends all access of its user.",
    load: async () => (await import("./accounts/enable.ts")).disableAccount,
  },
  "accounts enable": {
    summary: "Enables an account again.",
    load: async () => (await import("./accounts/enable.ts")).enableAccount,
  },
  "accounts password": {
    summary: "Changes the password of an account, and ends its login sessions.",
    load: async () => (await import("./accounts/accounts.ts")).changePassword,
  },
  "accounts delete": {
    summary: "Deletes an account, and ends its sessions, consents and installations.",
    load: async () => (await import("./accounts/accounts.ts")).deleteAccount,
  },
  "accounts invite": {
    summary: "Invites a user to create an account themselves.",
    load: async () => (await import("./accounts/invitations.ts")).inviteUser,
  },
  "accounts invitations": {
    summary: "Lists the invitations that were not accepted yet.",
    load: async () => (await import("./accounts/invitations.ts")).listInvitations,
  },
  "accounts withdraw": {
    summary: "Withdraws invitations, whose links stop working.",
    load: async () => (await import("./accounts/invitations.ts")).withdrawInvitations,
  },
  "accounts import": {
    summary:
      "Creates accounts from a CSV or JSON file, with the password hashes of another server.",
    load: async () => (await import("./accounts/import.ts")).importAccounts,
  },
  "accounts export": {
    summary: "Prints what the server stores about a user.",
    load: async () => (await import("./accounts/accounts.ts")).exportAccount,
  },
  "registration-tokens create": {
    summary: "Creates a token with which clients can register themselves.",
    load: async () => (await import("./registration-tokens.ts")).createRegistrationToken,
  },
  "registration-tokens list": {
    summary: "Lists the tokens with which clients can register themselves.",
    load: async () => (await import("./registration-tokens.ts")).listRegistrationTokens,
  },
  "registration-tokens delete": {
    summary: "Deletes tokens with which clients can register themselves.",
    load: async () => (await import("./registration-tokens.ts")).deleteRegistrationTokens,
  },
  ...operatorCommands,
  completion: {
    summary: "Prints a completion script for your shell.",
    load: async () => (await import("./completion.ts")).completion,
  },
  "test-server": {
    summary: "Runs a server in memory, with its own clock, for the tests of an app.",
    load: async () => (await import("./test-server.ts")).testServer,
  },
  version: {
    summary: "Prints the version.",
    load: async () => (await import("./version.ts")).showVersion,
  },
};

/** Descriptions of the command groups. */
export const nouns: Readonly<Record<string, string>> = {
  migrate: "The database schema.",
  audit: "Who changed what.",
  "failed-sign-ins": "Sign-ins on the built-in pages that failed.",
  clients: "OAuth 2.0 clients.",
  apis: "APIs that access tokens are for.",
  keys: "JSON Web Key Sets.",
  secrets: "The secrets that seal stored values and sign tokens.",
  "trusted-issuers": "Issuers whose JWTs are exchanged for access tokens.",
  token: "Get, introspect and revoke tokens.",
  sessions: "Login and consent sessions of a user.",
  end: "End all that a user, a session, a client, a grant or an API holds.",
  "details-types": "Types of authorization details (RFC 9396).",
  workspaces: "Workspaces, members, integrations and installations.",
  "workspaces members": "Members of a workspace.",
  "workspaces integrations": "Apps that can be installed into workspaces.",
  "workspaces installations": "Integrations installed into workspaces.",
  "event-receivers": "Receivers of webhooks about events.",
  "event-streams": "Streams of OpenID Shared Signals.",
  accounts: "Accounts of the built-in sign-in pages.",
  "identity-providers": "Servers that users sign in with.",
  "registration-tokens": "Tokens with which clients can register themselves.",
  "api-keys": "API keys of the admin listener.",
  operators: "Users who may use the console and this command.",
};
