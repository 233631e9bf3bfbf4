import type { CommandEntry } from "../command-entry.ts";

/** `latchkey clients …`. */
export const clientCommands: Readonly<Record<string, CommandEntry>> = {
  "clients create": {
    summary: "Creates a client and shows its secret, once.",
    load: async () => (await import("./create.ts")).createClient,
  },
  "clients get": {
    summary: "Shows a client.",
    load: async () => (await import("./get.ts")).getClient,
  },
  "clients list": {
    summary: "Lists clients.",
    load: async () => (await import("./list.ts")).listClients,
  },
  "clients update": {
    summary: "Changes the fields of a client that flags set, or with --replace all of them.",
    load: async () => (await import("./update.ts")).updateClient,
  },
  "clients explain": {
    summary: "Explains which rules of a security profile a client meets.",
    load: async () => (await import("./explain.ts")).explainClient,
  },
  "clients rotate-secret": {
    summary: "Generates a new secret for a client.",
    load: async () => (await import("./rotate-secret.ts")).rotateClientSecret,
  },
  "clients disable": {
    summary: "Disables clients: their requests and tokens are refused.",
    load: async () => (await import("./enable.ts")).disableClients,
  },
  "clients enable": {
    summary: "Enables clients again.",
    load: async () => (await import("./enable.ts")).enableClients,
  },
  "clients delete": {
    summary: "Deletes clients and everything issued to them.",
    load: async () => (await import("./delete.ts")).deleteClients,
  },
  "clients import": {
    summary: "Creates clients from JSON files.",
    load: async () => (await import("./import.ts")).importClients,
  },
};
