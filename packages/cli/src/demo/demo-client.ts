import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { createClient, type ClientOptions } from "@latchkey/client";
import { bind } from "@latchkey/server";
import type { PageRequest } from "@latchkey/sign-in";
import { createWorkspaceClient } from "@latchkey/workspace-client";

import { createDemoApp, type DemoApp } from "./demo-app.ts";
import type { DemoIntegration } from "./integration.ts";
import type { IntegrationCredentials } from "./demo-data.ts";

/** Where the demo listens, and whom it trusts. */
export interface DemoClientOptions {
  /** As it stands in `iss`. */
  readonly issuer: string;
  /** Where the browser and the demo reach the server's public listener. */
  readonly public_url: string;
  /** Where they reach the workspace API, without its `/v1`. */
  readonly workspace_url: string;
  /** Registered as `demoRegistration` says. */
  readonly client_id: string;
  readonly client_secret?: string;
  readonly port: number;
  readonly host: string;
  /** Makes the demo known to the server, as soon as it has an address. */
  readonly register: (url: string) => Promise<IntegrationCredentials>;
  readonly fetch?: NonNullable<ClientOptions["fetch"]>;
  /** Unix seconds. */
  readonly now?: () => number;
}

/** A demo that listens. */
export interface RunningDemoClient {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a small app to sign in to and to install, for looking at what the server gives out. */
export async function startDemoClient(options: DemoClientOptions): Promise<RunningDemoClient> {
  const server = createServer();
  const { host, port } = options;
  const url = urlOf(host, await bind(server, { host, port, setting: "serve.demo" }));
  const app = createApp(options, url);
  server.on("request", (incoming, outgoing) => void answer(incoming, outgoing, app));
  try {
    await app;
  } catch (error) {
    await close(server);
    throw error;
  }
  return { url, close: () => close(server) };
}

async function createApp(options: DemoClientOptions, url: string): Promise<DemoApp> {
  const { issuer, client_id, client_secret, fetch } = options;
  const public_url = withoutSlash(options.public_url);
  const credentials = await options.register(url);
  const latchkey = createClient({ public: public_url, ...(fetch && { fetch }) });
  const now = options.now ?? (() => Math.floor(Date.now() / 1_000));
  return createDemoApp(
    { issuer, public_url, client_id, client_secret, url, latchkey, now },
    { issuer, public_url, url, ...credentials, ...reachWorkspaceApi(options, credentials) },
  );
}

function reachWorkspaceApi(
  { workspace_url, fetch }: DemoClientOptions,
  { client_id, client_secret }: IntegrationCredentials,
): Pick<DemoIntegration, "api_url" | "workspace"> {
  const api_url = `${withoutSlash(workspace_url)}/v1`;
  const workspace = createWorkspaceClient({
    baseUrl: api_url,
    clientId: client_id,
    clientSecret: client_secret,
    allowInsecureHttp: true, // There is a demo in development only.
    ...(fetch && { fetch }),
  });
  return { api_url, workspace };
}

/** The forms have no fields, so a body is let pass unread. */
async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  app: Promise<DemoApp>,
): Promise<void> {
  incoming.resume();
  try {
    const { status, headers, body } = await (await app)(requestOf(incoming));
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    outgoing.writeHead(status).end(body);
  } catch (error) {
    outgoing.writeHead(500).end();
    console.error(error);
  }
}

function requestOf(incoming: IncomingMessage): PageRequest {
  const { method = "GET", headers } = incoming;
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? "/", "http://unused");
  return { method, path, query, headers: { cookie: headers.cookie }, body: "" };
}

function urlOf(host: string, port: number): string {
  const name = UNSPECIFIED_ADDRESSES.has(host) ? "127.0.0.1" : host; // No browser goes to 0.0.0.0.
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

const UNSPECIFIED_ADDRESSES = new Set(["0.0.0.0", "::"]);

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
