import type { CommandEntry } from "../command-entry.ts";

/** `latchkey details-types …`. */
export const detailsTypeCommands: Readonly<Record<string, CommandEntry>> = {
  "details-types create": {
    summary: "Registers a type of authorization details.",
    load: async () => (await import("./details-types.ts")).createDetailsType,
  },
  "details-types list": {
    summary: "Lists the types of authorization details.",
    load: async () => (await import("./details-types.ts")).listDetailsTypes,
  },
  "details-types get": {
    summary: "Shows a type of authorization details.",
    load: async () => (await import("./details-types.ts")).getDetailsType,
  },
  "details-types update": {
    summary: "Replaces a type of authorization details.",
    load: async () => (await import("./details-types.ts")).updateDetailsType,
  },
  "details-types delete": {
    summary: "Deletes types of authorization details.",
    load: async () => (await import("./details-types.ts")).deleteDetailsTypes,
  },
};
