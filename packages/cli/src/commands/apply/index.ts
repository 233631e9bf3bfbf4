import type { CommandEntry } from "../command-entry.ts";

/** `latchkey plan`, `latchkey apply`, `latchkey export`. */
export const applyCommands: Readonly<Record<string, CommandEntry>> = {
  plan: {
    summary: "Shows what files would change: clients, APIs and the rest, before they do.",
    load: async () => (await import("./plan.ts")).plan,
  },
  apply: {
    summary: "Makes the server have what files describe.",
    load: async () => (await import("./apply.ts")).apply,
  },
  export: {
    summary: "Writes clients, APIs and the rest as files that apply reads.",
    load: async () => (await import("./export.ts")).exportResources,
  },
};
