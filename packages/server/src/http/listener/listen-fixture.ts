import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { createLog } from "../../telemetry/log.ts";
import { json } from "../response.ts";
import type { Handler } from "../handler.ts";
import { listen, type Limits, type Listener, type ListenOptions } from "./listen.ts";

/** Small limits for tests. */
export const limits: Limits = {
  body_bytes: 1_024,
  header_bytes: 4_096,
  request_timeout_ms: 10_000,
  idle_timeout_ms: 10_000,
};

const log = createLog({ level: "error", format: "json", write: () => {} });

/** Responds with the request. */
export const echo: Handler = ({ method, target, headers, body, encrypted }) =>
  body === undefined
    ? json(413, { error: "request_too_large" })
    : json(200, { method, target, type: headers["content-type"], body, encrypted });

const started: Listener[] = [];
after(() => Promise.all(started.map((listener) => listener.close({ drain_ms: 0, timeout_ms: 0 }))));

/** Starts a listener on a free port, which is closed after the tests of the file. */
export async function start(options: Partial<ListenOptions> = {}): Promise<Listener> {
  const address = { host: "127.0.0.1", port: 0, setting: "serve.public" };
  const listener = await listen({ ...address, handler: echo, limits, log, ...options });
  started.push(listener);
  return listener;
}

/** Sends bytes as they are, and returns what is received until the server closes the connection. */
export async function exchange(
  { port }: Listener,
  ...pieces: (string | Buffer)[]
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const received = text(socket);
  for (const piece of pieces) socket.write(piece);
  return received;
}

/** A connection over which nothing was sent yet. */
export async function connectTo({ port }: Listener): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** A handler that waits until the test lets it continue. */
export function pausing() {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const handler: Handler = async () => {
    arrived.resolve();
    await released.promise;
    return json(200, { late: true });
  };
  return { handler, arrived: arrived.promise, release: () => released.resolve() };
}

/** Stops the event loop, as if the process got no processor time. */
export function suspend(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The beginning of a POST. */
export const POST = "POST /echo HTTP/1.1\r\nHost: op\r\n";
/** A whole GET, after which the connection stays open. */
export const GET = "GET / HTTP/1.1\r\nHost: op\r\n\r\n";
/** Asks the server to close the connection after its response. */
export const CLOSE = "Connection: close\r\n";
