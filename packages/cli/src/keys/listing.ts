import type { Listing } from "../listing.ts";

/** What can be done with keys. */
export const keyCommands: Readonly<Record<string, Listing>> = {
  "keys create": {
    summary: "Generates a key into a set, which need not exist yet.",
    load: async () => (await import("./create.ts")).createKey,
  },
  "keys get": {
    summary: "Shows a key set, newest key first.",
    load: async () => (await import("./get.ts")).getKeys,
  },
  "keys import": {
    summary: "Stores keys of your own in a set.",
    load: async () => (await import("./import.ts")).importKeys,
  },
  "keys rotate": {
    summary: "Generates a key like the newest of a set, which signs from now on.",
    load: async () => (await import("./rotate.ts")).rotateKey,
  },
  "keys retire": {
    summary: "Removes keys that no longer sign from a set.",
    load: async () => (await import("./retire.ts")).retireKeys,
  },
  "keys delete": {
    summary: "Deletes a key set with all its keys.",
    load: async () => (await import("./delete.ts")).deleteKeys,
  },
};
