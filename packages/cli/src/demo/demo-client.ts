import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { bracketIpv6 } from "@latchkey/api";
import { createClient, type ClientOptions } from "@latchkey/client";
import { bind } from "@latchkey/server";
import type { PageRequest } from "@latchkey/sign-in";
import { createWorkspaceClient } from "@latchkey/workspace-client";

import { createDemoApp, type DemoApp } from "./demo-app.ts";
import type { DemoIntegration } from "./integration.ts";
import type { DemoMails } from "./mail-routes.ts";
import type { IntegrationCredentials } from "./demo-data.ts";

/** Options of the demo app. */
export interface DemoClientOptions {
  /** The issuer, as in `iss`. */
  readonly issuer: string;
  /** URL of the public listener, for the browser and the demo. */
  readonly public_url: string;
  /** URL of the workspace API, without `/v1`. */
  readonly workspace_url: string;
  /** Client ID, registered with `demoRegistration`. */
  readonly client_id: string;
  readonly client_secret?: string;
  readonly port: number;
  readonly host: string;
  /** Registers the demo at the server, once its URL is known. */
  readonly register: (url: string) => Promise<IntegrationCredentials>;
  readonly mails?: DemoMails;
  readonly fetch?: NonNullable<ClientOptions["fetch"]>;
  /** Unix seconds. */
  readonly now?: () => number;
}

/** A running demo app. */
export interface RunningDemoClient {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts an app to sign in to and to install, which displays the tokens it receives. */
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
    options.mails,
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
    allowInsecureHttp: true, // The demo runs in development only.
    ...(fetch && { fetch }),
  });
  return { api_url, workspace };
}

/** The forms have no fields, so the body is discarded. */
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
  const name = UNSPECIFIED_ADDRESSES.has(host) ? "127.0.0.1" : host; // Browsers do not open 0.0.0.0.
  return `http://${bracketIpv6(name)}:${port}`;
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
