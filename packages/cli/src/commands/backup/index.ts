import type { CommandEntry } from "../command-entry.ts";

/** `latchkey backup …` and `latchkey restore`. */
export const backupCommands: Readonly<Record<string, CommandEntry>> = {
  backup: {
    summary: "Writes the database to a sealed file, also while servers run.",
    load: async () => (await import("./backup.ts")).backup,
  },
  "backup verify": {
    summary: "Restores a backup into a scratch database, and reads it.",
    load: async () => (await import("./verify.ts")).verify,
  },
  restore: {
    summary: "Restores a backup into an empty database, of either kind.",
    load: async () => (await import("./restore.ts")).restore,
  },
};
