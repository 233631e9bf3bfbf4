import type { CommandEntry } from "../command-entry.ts";

/** `latchkey identity-providers …`. */
export const identityProviderCommands: Readonly<Record<string, CommandEntry>> = {
  "identity-providers create": {
    summary: "Lets users sign in with another server.",
    load: async () => (await import("./identity-providers.ts")).createIdentityProvider,
  },
  "identity-providers list": {
    summary: "Lists the servers that users sign in with.",
    load: async () => (await import("./identity-providers.ts")).listIdentityProviders,
  },
  "identity-providers get": {
    summary: "Shows an identity provider, without its secret.",
    load: async () => (await import("./identity-providers.ts")).getIdentityProvider,
  },
  "identity-providers update": {
    summary: "Changes an identity provider.",
    load: async () => (await import("./identity-providers.ts")).updateIdentityProvider,
  },
  "identity-providers delete": {
    summary: "Removes identity providers, with the links of all accounts.",
    load: async () => (await import("./identity-providers.ts")).deleteIdentityProviders,
  },
};
