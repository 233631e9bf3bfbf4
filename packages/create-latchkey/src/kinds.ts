/** A kind of project. */
export interface Kind {
  readonly summary: string;
  /** Folders of `templates`. A file of a later one replaces the same file of an earlier one. */
  readonly layers: readonly string[];
}

/** The kinds of projects, in the order in which they are offered. */
export const kinds: Readonly<Record<string, Kind>> = {
  web: {
    summary: "a web app on a server, which signs users in",
    layers: ["common", "web"],
  },
  spa: {
    summary: "a single-page app, which signs users in without a server of its own",
    layers: ["common", "spa"],
  },
  api: {
    summary: "an API that requires access tokens",
    layers: ["common", "api"],
  },
  machine: {
    summary: "a program that calls an API on its own behalf, and the API",
    layers: ["common", "api", "machine"],
  },
  mcp: {
    summary: "an MCP server whose tools only signed-in users can call",
    layers: ["common", "mcp"],
  },
  "login-app": {
    summary: "login and consent pages of your own",
    layers: ["common", "login-app"],
  },
};

/** Whether there is a kind of this name. */
export function isKind(name: string): boolean {
  return Object.hasOwn(kinds, name);
}
