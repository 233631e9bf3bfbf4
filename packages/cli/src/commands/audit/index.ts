import type { CommandEntry } from "../command-entry.ts";

/** `latchkey audit …`. */
export const auditCommands: Readonly<Record<string, CommandEntry>> = {
  "audit list": {
    summary: "Lists who changed what, newest first.",
    load: async () => (await import("./list.ts")).listAudit,
  },
  "audit export": {
    summary: "Prints the audit log as lines of JSON, oldest first.",
    load: async () => (await import("./export.ts")).exportAudit,
  },
  "audit verify": {
    summary: "Checks an exported audit log, without a server.",
    load: async () => (await import("./verify.ts")).verifyAudit,
  },
  "audit head": {
    summary: "Shows the number and the hash of the last entry, to be kept elsewhere.",
    load: async () => (await import("./head.ts")).showAuditHead,
  },
};
