import type { CommandEntry } from "../command-entry.ts";

/** `latchkey keys …`. */
export const keyCommands: Readonly<Record<string, CommandEntry>> = {
  "keys create": {
    summary: "Generates a key in a set, which is created if necessary.",
    load: async () => (await import("./create.ts")).createKey,
  },
  "keys add": {
    summary: "Adds a key that is in a signer, such as an HSM, to a set that the server signs with.",
    load: async () => (await import("./add.ts")).addKey,
  },
  "keys signers": {
    summary: "Lists the signers of the settings, whether they respond, and the keys in them.",
    load: async () => (await import("./signers.ts")).listSigners,
  },
  "keys list": {
    summary: "Lists the key sets that exist, with their number of keys and algorithms.",
    load: async () => (await import("./list.ts")).listKeySets,
  },
  "keys get": {
    summary: "Shows a key set, newest key first.",
    load: async () => (await import("./get.ts")).getKeys,
  },
  "keys import": {
    summary: "Imports keys into a set.",
    load: async () => (await import("./import.ts")).importKeys,
  },
  "keys rotate": {
    summary: "Generates a new signing key like the newest of a set.",
    load: async () => (await import("./rotate.ts")).rotateKey,
  },
  "keys retire": {
    summary: "Deletes old keys from a set.",
    load: async () => (await import("./retire.ts")).retireKeys,
  },
  "keys delete": {
    summary: "Deletes key sets with all their keys.",
    load: async () => (await import("./delete.ts")).deleteKeys,
  },
};
