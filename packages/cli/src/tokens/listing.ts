import type { Listing } from "../listing.ts";

/** What can be done with tokens. */
export const tokenCommands: Readonly<Record<string, Listing>> = {
  "token client": {
    summary: "Gets a token for a machine, by client credentials.",
    load: async () => (await import("./client.ts")).clientToken,
  },
  "token user": {
    summary: "Gets tokens for a person, through a browser, and takes them apart.",
    load: async () => (await import("./user.ts")).userToken,
  },
  "token introspect": {
    summary: "Tells whether a token is active, and what it is good for.",
    load: async () => (await import("./introspect.ts")).introspectToken,
  },
  "token revoke": {
    summary: "Ends a token of a client, and what was issued with it.",
    load: async () => (await import("./end.ts")).revokeToken,
  },
  "token delete": {
    summary: "Ends every access token of a client.",
    load: async () => (await import("./end.ts")).deleteTokens,
  },
  "token flush": {
    summary: "Removes expired access tokens from storage.",
    load: async () => (await import("./end.ts")).flushTokens,
  },
};
