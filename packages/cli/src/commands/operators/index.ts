import type { CommandEntry } from "../command-entry.ts";

/** Who may call the admin API. */
export const operatorCommands: Readonly<Record<string, CommandEntry>> = {
  login: {
    summary: "Logs you in to the admin API, with your account and your role.",
    load: async () => (await import("./login.ts")).login,
  },
  logout: {
    summary: "Ends your login.",
    load: async () => (await import("./login.ts")).logout,
  },
  whoami: {
    summary: "Shows who the admin API takes you for, and what you may do.",
    load: async () => (await import("./login.ts")).whoami,
  },
  "operators add": {
    summary: "Gives a user a role, with which they use the console and this command.",
    load: async () => (await import("./operators.ts")).addOperator,
  },
  "operators list": {
    summary: "Lists the users who have a role.",
    load: async () => (await import("./operators.ts")).listOperators,
  },
  "operators update": {
    summary: "Changes the role of a user.",
    load: async () => (await import("./operators.ts")).updateOperator,
  },
  "operators remove": {
    summary: "Takes the role of users, and ends their sessions.",
    load: async () => (await import("./operators.ts")).removeOperators,
  },
  "api-keys create": {
    summary: "Creates an API key for the admin listener.",
    load: async () => (await import("./api-keys.ts")).createApiKey,
  },
  "api-keys list": {
    summary: "Lists the API keys of the admin listener, and when they were last used.",
    load: async () => (await import("./api-keys.ts")).listApiKeys,
  },
  "api-keys revoke": {
    summary: "Revokes API keys of the admin listener at once.",
    load: async () => (await import("./api-keys.ts")).revokeApiKeys,
  },
};
