import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { once } from "node:events";

import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";

/** A local server for the redirect URI. */
export interface Callback {
  readonly port: number;
  /** The authorization response: RFC 6749 §4.1.2. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Listens on loopback for the redirect (RFC 8252 §7.3). */
export async function listenForCallback(
  path: string,
  port: number,
  tls: Certificate | undefined,
): Promise<Callback> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  const receive: RequestListener = (request, response) => {
    const url = URL.parse(request.url ?? "/", "http://localhost");
    const query = url?.pathname === path ? url.searchParams : undefined;
    response.writeHead(query === undefined ? 404 : 200, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      Connection: "close",
    });
    response.end(query === undefined ? "" : page(query));
    if (query !== undefined) response.once("close", () => resolve(query));
  };
  const server = tls ? createHttpsServer(tls, receive) : createHttpServer(receive);
  return { port: await listen(server, port), answer, close: () => server.close() };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new Failure(
      exitCodes.failed,
      `Port ${port} is in use. Choose another with --port; if the client's redirect URI contains a port, pass it with --redirect.`,
      { cause },
    );
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Contains nothing from the query, which is untrusted. */
function page(query: URLSearchParams): string {
  const message = query.has("code")
    ? "The tokens are in the terminal. You can close this page."
    : "No tokens were issued. See the terminal for details. You can close this page.";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Latchkey</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:20vh auto;padding:0 1rem}</style>
<h1>Sign-in finished</h1><p>${message}</p></html>`;
}
