import type { CommandEntry } from "../command-entry.ts";

/** `latchkey token …`. */
export const tokenCommands: Readonly<Record<string, CommandEntry>> = {
  "token client": {
    summary: "Gets a token with the client credentials grant.",
    load: async () => (await import("./client.ts")).clientToken,
  },
  "token user": {
    summary: "Gets tokens for a user through a browser and decodes them.",
    load: async () => (await import("./user.ts")).userToken,
  },
  "token device": {
    summary: "Gets tokens for a user who signs in on another device.",
    load: async () => (await import("./device.ts")).deviceToken,
  },
  "token backchannel": {
    summary: "Gets tokens for a user who is asked elsewhere.",
    load: async () => (await import("./backchannel.ts")).backchannelToken,
  },
  "token introspect": {
    summary: "Shows whether a token is active, and its properties.",
    load: async () => (await import("./introspect.ts")).introspectToken,
  },
  "token revoke": {
    summary: "Revokes a token, and the tokens issued with it.",
    load: async () => (await import("./revoke.ts")).revokeToken,
  },
  "token delete": {
    summary: "Revokes all access tokens of a client.",
    load: async () => (await import("./revoke.ts")).deleteTokens,
  },
  "token flush": {
    summary: "Deletes expired access tokens from the database.",
    load: async () => (await import("./revoke.ts")).flushTokens,
  },
};
