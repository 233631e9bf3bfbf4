import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { ApiError } from "@latchkey/client";
import { isLoopback } from "@latchkey/server/testing";
import { type ControlBody, createControlRoutes } from "./control-routes.ts";
import { SignInError } from "./sign-in.ts";
import type { TestServer } from "./test-server.ts";

/** The HTTP interface to a test server, for tests that do not run in its process. */
export interface ControlServer {
  /** The base URL. */
  readonly url: string;
  /**
   * Stops it. The test server goes on.
   *
   * @example
   * ```ts
   * import { startControlServer } from "@latchkey/testing";
   *
   * const control = await startControlServer(latchkey);
   * await control.close();
   * ```
   */
  close(): Promise<void>;
}

/**
 * Starts it on a free port of 127.0.0.1. It takes JSON, so that no web page of another origin can call it.
 *
 * @example
 * ```ts
 * import { startControlServer } from "@latchkey/testing";
 *
 * const control = await startControlServer(latchkey);
 * console.log(control.url); // For a test in another language.
 * await control.close();
 * ```
 */
export async function startControlServer(latchkey: TestServer): Promise<ControlServer> {
  const routes = createControlRoutes(latchkey);
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await answer(message, routes).catch(failureOf);
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(body));
  };
  const server = createServer((message, response) => void respond(message, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A request that is refused before it reaches a route. */
class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function answer(
  message: IncomingMessage,
  routes: ReturnType<typeof createControlRoutes>,
): Promise<Answer> {
  const { method = "", url = "/", headers } = message;
  if (!isLoopback(URL.parse(`http://${headers.host}`)?.hostname ?? ""))
    throw new ControlError(403, "The Host header must name this machine.");
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  const route = routes[`${method} ${pathname}`];
  if (route === undefined) {
    const known = Object.keys(routes).join(", ");
    throw new ControlError(404, `There is no ${method} ${pathname}. There are: ${known}.`);
  }
  const body = method === "POST" ? await readBody(message) : Object.fromEntries(searchParams);
  return { status: 200, body: (await route(body)) ?? {} };
}

const MAX_BODY_BYTES = 1_048_576;

async function readBody(message: IncomingMessage): Promise<ControlBody> {
  if (!/^application\/json\b/i.test(message.headers["content-type"] ?? ""))
    throw new ControlError(415, "Send a JSON object with Content-Type: application/json.");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ControlError(413, `Send at most ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const body = parse(Buffer.concat(chunks).toString("utf8"));
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  throw new ControlError(400, "The body must be a JSON object.");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}

function failureOf(thrown: unknown): Answer {
  if (thrown instanceof SignInError) return refused(400, thrown.error, thrown.error_description);
  if (thrown instanceof ApiError)
    return refused(thrown.status, thrown.error, thrown.error_description ?? thrown.message);
  if (thrown instanceof ControlError) return refused(thrown.status, undefined, thrown.message);
  if (thrown instanceof TypeError) return refused(400, undefined, thrown.message);
  return refused(500, "server_error", String(thrown));
}

function refused(status: number, error = "invalid_request", error_description = ""): Answer {
  return { status, body: { error, error_description } };
}
