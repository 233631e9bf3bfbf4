import type { CommandEntry } from "../command-entry.ts";

/** `latchkey sessions …`. */
export const sessionCommands: Readonly<Record<string, CommandEntry>> = {
  "sessions list": {
    summary: "Lists the consents of a user.",
    load: async () => (await import("./list.ts")).listSessions,
  },
  "sessions revoke-login": {
    summary: "Ends all login sessions of a user.",
    load: async () => (await import("./revoke.ts")).revokeLogin,
  },
  "sessions revoke-consent": {
    summary: "Revokes consents of a user and the tokens issued for them.",
    load: async () => (await import("./revoke.ts")).revokeConsent,
  },
};
