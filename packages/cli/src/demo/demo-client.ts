import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { createClient, type ClientOptions } from "@latchkey/client";
import type { PageRequest } from "@latchkey/sign-in";

import { createDemoApp, type DemoApp } from "./demo-app.ts";

/** Where the demo listens, and whom it trusts. */
export interface DemoClientOptions {
  /** As it stands in `iss`. */
  readonly issuer: string;
  /** Where the browser and the demo reach the server's public listener. */
  readonly public_url: string;
  /** Registered as `demoRegistration` says. */
  readonly client_id: string;
  readonly client_secret?: string;
  readonly port: number;
  readonly host: string;
  readonly fetch?: NonNullable<ClientOptions["fetch"]>;
  /** Unix seconds. */
  readonly now?: () => number;
}

/** A demo that listens. */
export interface RunningDemoClient {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a small app to sign in to, for looking at what the server gives out. */
export async function startDemoClient(options: DemoClientOptions): Promise<RunningDemoClient> {
  const { issuer, client_id, client_secret, fetch, port, host } = options;
  const server = createServer();
  server.listen(port, host);
  await once(server, "listening");

  const url = urlOf(server, host);
  const public_url = options.public_url.replace(/\/+$/, "");
  const latchkey = createClient({ public: public_url, ...(fetch && { fetch }) });
  const now = options.now ?? (() => Math.floor(Date.now() / 1_000));
  const app = createDemoApp({ issuer, public_url, client_id, client_secret, url, latchkey, now });
  server.on("request", (incoming, outgoing) => void answer(incoming, outgoing, app));
  return { url, close: () => close(server) };
}

/** The forms have no fields, so a body is let pass unread. */
async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  app: DemoApp,
): Promise<void> {
  incoming.resume();
  try {
    const { status, headers, body } = await app(requestOf(incoming));
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

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The demo has no port.");
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
