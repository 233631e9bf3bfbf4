import { once } from "node:events";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../telemetry/log.ts";
import { bind, unixPathOf, type Place } from "./bind.ts";
import { announcesTooMuch } from "./body.ts";
import { answerClientError, refuseMessage } from "./client-error.ts";
import { type FastLane, type FastLaneOptions, openFastLane } from "./fast-lane.ts";
import type { Handler } from "../handler.ts";
import { isHost } from "../host.ts";
import { createReceiver, type ReceiverOptions } from "./receive.ts";

// An import would load Node's fetch along with it, at every start.
const { createServer } = process.getBuiltinModule("node:http");

/** Where to listen, for whom, and how much to bear. */
export interface ListenOptions extends Place {
  readonly handler: Handler;
  /** Both in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  readonly limits: Limits;
  readonly log: Log;
  /** The setting `serve.http.fast_lane`; true when left out. Without it, every request is read by Node. */
  readonly fast_lane?: boolean;
}

/** What a listener bears of a stranger. */
export interface Limits {
  readonly body_bytes: number;
  readonly header_bytes: number;
  /** How long a request may take to arrive. */
  readonly request_timeout_ms: number;
  /** How long a connection may wait for its next request. */
  readonly idle_timeout_ms: number;
}

/** A listener at work. */
export interface Listener {
  /** The address as others would type it, with the port that was really taken. */
  readonly url: string;
  readonly port: number;
  close(closing: Closing): Promise<void>;
}

/**
 * How a listener ends. From the start every answer ends its connection (`Connection: close`).
 *
 *   draining ──drain_ms have passed, accept queue empty──▶ finishing ──all answered, or timeout_ms──▶ closed
 *
 * While it drains, new and idle connections are served, so that a proxy in front has time to turn to another server. Then
 * it takes no more, hangs up on those that wait for nothing, and lets the requests under way finish.
 */
interface Closing {
  readonly drain_ms: number;
  /** How long requests may take after that, before they are cut off. */
  readonly timeout_ms: number;
}

/** Starts to listen. Where the address cannot be had it rejects with a sentence that names the setting. */
export async function listen(options: ListenOptions): Promise<Listener> {
  let closing = false;
  const server = createNodeServer(options);
  const lane = attach(server, options, () => closing);
  const port = await bind(server, options);
  return {
    url: urlOf(options, port),
    port,
    async close({ drain_ms, timeout_ms }) {
      closing = true;
      if (drain_ms > 0) await pause(drain_ms);
      await emptyAcceptQueue(server);
      const closed = once(server, "close");
      server.close(); // Connections that wait for nothing end here, the others with their answer.
      lane?.closeIdle();
      const timer = setTimeout(() => {
        server.closeAllConnections();
        lane?.closeAll();
      }, timeout_ms);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** What Node asks the kernel for, which may grant less. */
const LONGEST_ACCEPT_QUEUE = 511;
/** Enough for a connection that was just accepted to be read, and passed on to Node's parser if need be. */
const QUIET_TURNS = 10;

/**
 * Resolves when no connection waits to be accepted. The kernel resets what is in the accept queue of a listening socket that
 * is closed, and requests may have been sent over those connections already. Each turn of the event loop accepts from the queue,
 * in order; under a steady stream of connections it ends when all that were in the queue at the beginning are accepted.
 */
async function emptyAcceptQueue(server: Server): Promise<void> {
  const seen = { connections: 0, quiet_turns: 0 };
  const count = (): void => {
    seen.connections += 1;
    seen.quiet_turns = 0;
  };
  server.on("connection", count);
  while (seen.quiet_turns < QUIET_TURNS && seen.connections <= LONGEST_ACCEPT_QUEUE) {
    seen.quiet_turns += 1;
    await nextTurn();
  }
  server.off("connection", count);
}

function createNodeServer({ tls, limits }: ListenOptions): Server {
  const { header_bytes, request_timeout_ms, idle_timeout_ms } = limits;
  const options: ServerOptions = {
    maxHeaderSize: header_bytes,
    headersTimeout: request_timeout_ms,
    requestTimeout: request_timeout_ms,
    connectionsCheckingInterval: Math.min(1_000, request_timeout_ms),
    keepAliveTimeout: idle_timeout_ms,
    // Two Authorization headers become one that nobody accepts, rather than whichever came first.
    joinDuplicateHeaders: true,
    requireHostHeader: false, // Node would refuse without a word; the handler says why.
  };
  return tls === undefined ? createServer(options) : createTlsServer({ ...options, ...tls });
}

function attach(
  server: Server,
  options: ListenOptions,
  isClosing: () => boolean,
): FastLane | undefined {
  const { handler, host, tls, limits, log, fast_lane = true } = options;
  const { body_bytes } = limits;
  const encrypted = tls !== undefined || unixPathOf(host) !== undefined;
  const receiver: ReceiverOptions = { handler, body_bytes, encrypted, log, isClosing };
  const receive = createReceiver(receiver);

  server.on("request", (message, response) => {
    remember(message.socket, response);
    if (!refuses(message, response)) receive(message, response);
  });
  server.on("checkContinue", (message, response) => {
    remember(message.socket, response);
    if (refuses(message, response)) return;
    if (!announcesTooMuch(message, body_bytes)) response.writeContinue();
    receive(message, response);
  });
  server.on("checkExpectation", (message, response) => {
    remember(message.socket, response);
    if (refuses(message, response)) return;
    refuseMessage(message, response, 417, "The only expectation met here is 100-continue.");
  });
  // Without this listener Node would cut the connection at once, and with it answers to earlier requests.
  server.on("connect", (_message, socket) => {
    answerClientError({ code: "CONNECT" }, socket, latestOn(socket));
    socket.once("finish", () => socket.destroy()).resume(); // Node does not look after it any more.
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    log.debug("request not understood", { reason: error.code });
    answerClientError(error, socket, latestOn(socket));
  });
  return fast_lane && tls === undefined
    ? openLaneBefore(server, { ...receiver, ...limits })
    : undefined;
}

/** Node gets the connections that leave the lane, as if they had just come. */
function openLaneBefore(server: Server, options: Omit<FastLaneOptions, "leave">): FastLane {
  const [nodeTakes] = server.listeners("connection");
  server.removeAllListeners("connection");
  const lane = openFastLane({
    ...options,
    leave(socket, bytes) {
      socket.pause();
      nodeTakes?.call(server, socket);
      socket.unshift(bytes);
      socket.resume();
    },
  });
  server.on("connection", (socket) => lane.take(socket));
  return lane;
}

// Kept on the socket itself: a WeakMap would cost every request, for the sake of the few that are not understood.
const latest = Symbol("the latest response");

type Remembering = Duplex & { [latest]?: ServerResponse };

function remember(socket: Remembering, response: ServerResponse): void {
  socket[latest] = response;
}

function latestOn(socket: Remembering): ServerResponse | undefined {
  return socket[latest];
}

/** Refuses what Node's parser lets through and HTTP/1.1 does not. False when the request may go on. */
function refuses(message: IncomingMessage, response: ServerResponse): boolean {
  const reason = reasonToRefuse(message);
  if (reason === undefined) return false;
  refuseMessage(message, response, 400, reason);
  return true;
}

function reasonToRefuse({ httpVersion, headers }: IncomingMessage): string | undefined {
  // RFC 9112 §2.3: llhttp also reads 0.9, which has neither headers nor a status, and 2.0 written as text.
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "Send the request as HTTP/1.1.";
  const { host } = headers;
  if (host === undefined)
    return httpVersion === "1.1" ? "HTTP/1.1 asks for a Host header." : undefined; // RFC 9112 §3.2
  return isHost(host)
    ? undefined
    : "The request must have one Host header: a name or an address, and a port where one is needed.";
}

function urlOf({ host, tls }: ListenOptions, port: number): string {
  if (unixPathOf(host) !== undefined) return host;
  const name = host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}`;
}
