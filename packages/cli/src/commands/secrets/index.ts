import type { CommandEntry } from "../command-entry.ts";

/** `latchkey secrets …`. */
export const secretCommands: Readonly<Record<string, CommandEntry>> = {
  "secrets status": {
    summary: "Says which system secrets are still needed, and which can be removed.",
    load: async () => (await import("./status.ts")).secretsStatus,
  },
};
