import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { once } from "node:events";

import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";

/** Where the browser comes back to. */
export interface Callback {
  readonly port: number;
  /** What the browser brought: RFC 6749 §4.1.2. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** Waits on this machine for a browser to come back to a path. */
export async function awaitCallback(
  path: string,
  port: number,
  tls: Pair | undefined,
): Promise<Callback> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  const receive: RequestListener = (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const expected = url.pathname === path;
    response.writeHead(expected ? 200 : 404, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      Connection: "close",
    });
    response.end(expected ? page(url.searchParams) : "");
    if (expected) response.once("close", () => resolve(url.searchParams));
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
      `Port ${port} is taken: choose another with --port, and tell the client's redirect URI with --redirect if it names one.`,
      { cause },
    );
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Nothing of the query is repeated here: a page that shows what it was sent can be made to say anything. */
function page(query: URLSearchParams): string {
  const said = query.has("code")
    ? "The tokens are in the terminal. You can close this page."
    : "There are no tokens. The terminal says why. You can close this page.";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Latchkey</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:20vh auto;padding:0 1rem}</style>
<h1>Back again</h1><p>${said}</p></html>`;
}
