import { readExports } from "./sdk.ts";

/** A package that apps use, as its documentation and its tests need it. */
export interface SdkPackage {
  /** As it is imported. */
  readonly name: string;
  readonly about: string;
  /** What its examples need, except those that declare `variable` themselves. Names in capitals stand for values of the reader. */
  readonly setup: string;
  readonly variable: string;
  /** Its modules: what is imported, and the source. */
  readonly modules: readonly { readonly specifier: string; readonly source: Source }[];
}

const SOURCES = [
  "client/src/index.ts",
  "workspace-client/src/index.ts",
  "testing/src/index.ts",
  "protect/src/index.ts",
  "protect/src/express.ts",
  "protect/src/fastify.ts",
  "protect/src/hono.ts",
  "protect/src/next.ts",
] as const;

type Source = (typeof SOURCES)[number];

/** The packages of docs/sdk.md. */
export const sdkPackages = {
  client: {
    name: "@latchkey/client",
    about: "",
    variable: "latchkey",
    setup: `import { basic, createClient } from "@latchkey/client";

const latchkey = createClient({
  admin: "http://127.0.0.1:4445",
  public: "http://127.0.0.1:4444",
});`,
    modules: [{ specifier: "@latchkey/client", source: "client/src/index.ts" }],
  },
  workspace_client: {
    name: "@latchkey/workspace-client",
    about: "[Its own page](../packages/workspace-client/README.md) shows how it is used.",
    variable: "workspace",
    setup: `import { createWorkspaceClient } from "@latchkey/workspace-client";

const workspace = createWorkspaceClient({
  baseUrl: "http://127.0.0.1:4444/v1",
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
});`,
    modules: [{ specifier: "@latchkey/workspace-client", source: "workspace-client/src/index.ts" }],
  },
  testing: {
    name: "@latchkey/testing",
    about: "[Test your app](testing.md) shows how it is used.",
    variable: "latchkey",
    setup: `import { startTestServer } from "@latchkey/testing";

const latchkey = await startTestServer();
const client = await latchkey.createClient();
const user = await latchkey.createUser();`,
    modules: [{ specifier: "@latchkey/testing", source: "testing/src/index.ts" }],
  },
  protect: {
    name: "@latchkey/protect",
    about: "[Protect an API](protect-an-api.md) shows how it is used.",
    variable: "protection",
    setup: `import { createProtection } from "@latchkey/protect";

const protection = createProtection({
  issuer: "http://127.0.0.1:4444",
  resource: "https://api.photos.example",
});`,
    modules: [
      { specifier: "@latchkey/protect", source: "protect/src/index.ts" },
      { specifier: "@latchkey/protect/express", source: "protect/src/express.ts" },
      { specifier: "@latchkey/protect/fastify", source: "protect/src/fastify.ts" },
      { specifier: "@latchkey/protect/hono", source: "protect/src/hono.ts" },
      { specifier: "@latchkey/protect/next", source: "protect/src/next.ts" },
    ],
  },
} as const satisfies Readonly<Record<string, SdkPackage>>;

/** What every module of the packages exports, by its source. */
export function readSdkExports() {
  return readExports(...SOURCES);
}

/** What the packages export. */
export type SdkExports = ReturnType<typeof readSdkExports>;
