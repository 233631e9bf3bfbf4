import type { Listing } from "../listing.ts";

/** What can be done with what is remembered of a person. */
export const sessionCommands: Readonly<Record<string, Listing>> = {
  "sessions list": {
    summary: "Lists what a person allowed, and in which login.",
    load: async () => (await import("./list.ts")).listSessions,
  },
  "sessions revoke-login": {
    summary: "Forgets every browser a person is logged in with.",
    load: async () => (await import("./revoke.ts")).revokeLogin,
  },
  "sessions revoke-consent": {
    summary: "Takes back what a person allowed, and the tokens that came of it.",
    load: async () => (await import("./revoke.ts")).revokeConsent,
  },
};
