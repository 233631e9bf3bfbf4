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
  "apis disable": {
    summary: "Disables APIs: no tokens are issued for them, and theirs are refused.",
    load: async () => (await import("./apis.ts")).disableApis,
  },
  "apis enable": {
    summary: "Enables APIs again.",
    load: async () => (await import("./apis.ts")).enableApis,
  },
  "apis delete": {
    summary: "Deletes APIs.",
    load: async () => (await import("./apis.ts")).deleteApis,
  },
};
