import type { CommandEntry } from "../command-entry.ts";

/** `latchkey apis …`. */
export const apiCommands: Readonly<Record<string, CommandEntry>> = {
  "apis create": {
    summary: "Registers an API that access tokens are for.",
    load: async () => (await import("./apis.ts")).createApi,
  },
  "apis list": {
    summary: "Lists APIs.",
    load: async () => (await import("./apis.ts")).listApis,
  },
  "apis get": {
    summary: "Shows an API.",
    load: async () => (await import("./apis.ts")).getApi,
  },
  "apis update": {
    summary: "Changes an API.",
    load: async () => (await import("./apis.ts")).updateApi,
  },
  "apis delete": {
    summary: "Deletes APIs.",
    load: async () => (await import("./apis.ts")).deleteApis,
  },
};
