import type { CommandEntry } from "../command-entry.ts";

/** `latchkey failed-sign-ins …`. */
export const failedSignInCommands: Readonly<Record<string, CommandEntry>> = {
  "failed-sign-ins list": {
    summary: "Lists sign-ins that failed, latest first: whose, from where, how and why.",
    load: async () => (await import("./list.ts")).listFailedSignIns,
  },
  "failed-sign-ins export": {
    summary: "Prints failed sign-ins as lines of JSON, oldest first.",
    load: async () => (await import("./export.ts")).exportFailedSignIns,
  },
};
