import type { CommandEntry } from "../command-entry.ts";

/** `latchkey end …`. */
export const endCommands: Readonly<Record<string, CommandEntry>> = {
  "end subject": {
    summary: "Ends all that a user holds: tokens, sessions and requests under way.",
    load: async () => (await import("./end.ts")).endSubject,
  },
  "end session": {
    summary: "Ends a login session and the tokens that were granted in it.",
    load: async () => (await import("./end.ts")).endSession,
  },
  "end client": {
    summary: "Ends all that a client holds. The client stays registered.",
    load: async () => (await import("./end.ts")).endClient,
  },
  "end grant": {
    summary: "Ends one grant: its codes and tokens.",
    load: async () => (await import("./end.ts")).endGrant,
  },
  "end api": {
    summary: "Ends all tokens for an API, and the grants that include it.",
    load: async () => (await import("./end.ts")).endApi,
  },
};
