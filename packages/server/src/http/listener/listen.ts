import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import {
  createServer as createTlsServer,
  type ServerOptions as TlsServerOptions,
} from "node:https";
import { bracketIpv6 } from "@latchkey/api";
import type { Log } from "../../telemetry/log.ts";
import { UNIX_PEER } from "../../limits/networks.ts";
import { bind, unixPathOf, type ListenAddress } from "./bind.ts";
import { exceedsLimit } from "./body.ts";
import {
  type ConnectionLimit,
  limitOf,
  sendMessageError,
  respondToClientError,
} from "./client-error.ts";
import { type Closing, type ClosingAddress, closeListener } from "./close-listener.ts";
import { type FastLane, type FastLaneOptions, openFastLane } from "./fast-lane.ts";
import type { Handler } from "../handler.ts";
import { isHost } from "../host.ts";
import {
  closeUnlessRead,
  IDLE_MARGIN_MS,
  trackHandshakes,
  type UnlistedConnections,
} from "./idle-connections.ts";
import { watchForPauses } from "./pauses.ts";
import { createReceiver, type ReceiverOptions } from "./receive.ts";
import { addResponse, isAnswering, latestOn, MAX_UNSENT } from "./unsent-responses.ts";

// A static import would also load Node's fetch at every start.
const { createServer } = process.getBuiltinModule("node:http");

/** The address, handler and limits of a listener. */
export interface ListenOptions extends ListenAddress, ClosingAddress {
  readonly handler: Handler;
  readonly tls?: TlsOptions | undefined;
  readonly limits: Limits;
  readonly log: Log;
  /** The setting `serve.http.fast_lane`; true when left out. When false, Node parses every request. */
  readonly fast_lane?: boolean;
  /** Notified of the setting whose limit a request exceeded before it was complete. */
  readonly onLimit?: ((limit: ConnectionLimit) => void) | undefined;
}

/** How a listener terminates TLS. */
export interface TlsOptions {
  /** In PEM, as are `cert` and `ca`. */
  readonly key: string;
  readonly cert: string;
  /** Requests certificates of clients. One without a certificate, or with one that no authority of `ca` issued, is served too. */
  readonly client_certificates?: { readonly ca: string | undefined } | undefined;
}

/** The limits of a connection. */
export interface Limits {
  readonly body_bytes: number;
  readonly header_bytes: number;
  /** How long a request may take to arrive. */
  readonly request_timeout_ms: number;
  /** How long a connection may wait for its next request. */
  readonly idle_timeout_ms: number;
}

/** A running listener. */
export interface Listener {
  /** The URL, with the actual port. */
  readonly url: string;
  readonly port: number;
  close(closing: Closing): Promise<void>;
}

/** Starts a listener. Rejects with an error that names the setting where the address is not available. */
export async function listen(options: ListenOptions): Promise<Listener> {
  let closing = false;
  const server = createNodeServer(options);
  const pauses = watchForPauses();
  server.once("close", pauses.stop);
  const unlisted = attach(server, { ...options, heldFor: pauses.heldFor }, () => closing);
  const port = await bind(server, options);
  return {
    url: urlOf(options, port),
    port,
    close(timing) {
      closing = true;
      return closeListener(server, unlisted, options, timing);
    },
  };
}

function createNodeServer({ tls, limits }: ListenOptions): Server {
  const { header_bytes, request_timeout_ms, idle_timeout_ms } = limits;
  const options: ServerOptions = {
    maxHeaderSize: header_bytes,
    headersTimeout: request_timeout_ms,
    requestTimeout: request_timeout_ms,
    connectionsCheckingInterval: Math.min(1_000, request_timeout_ms),
    keepAliveTimeout: idle_timeout_ms,
    keepAliveTimeoutBuffer: IDLE_MARGIN_MS,
    // Two Authorization headers are joined into an invalid one, rather than the first one being used.
    joinDuplicateHeaders: true,
    requireHostHeader: false, // Node would respond without an explanation; see reasonToReject.
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createTlsServer({
          ...options,
          ...tlsServerOptions(tls),
          handshakeTimeout: request_timeout_ms,
        });
  server.timeout = idle_timeout_ms;
  return server;
}

function tlsServerOptions({ key, cert, client_certificates }: TlsOptions): TlsServerOptions {
  const own = { key, cert, ciphers: CIPHERS };
  if (client_certificates === undefined) return own;
  const { ca } = client_certificates;
  // Without `ca` Node trusts its list of public authorities, and that verdict is not used.
  return {
    ...own,
    ...(ca !== undefined && { ca }),
    requestCert: true,
    rejectUnauthorized: false,
    allowPartialTrustChain: true,
  };
}

/** Those of TLS 1.3, and of TLS 1.2 the ones that BCP 195 (RFC 9325 §4.2) recommends: FAPI 2.0 Security Profile §5.2.2 allows no others. */
const CIPHERS = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
].join(":");

function attach(
  server: Server,
  options: ListenOptions & Pick<ReceiverOptions, "heldFor">,
  isClosing: () => boolean,
): UnlistedConnections | undefined {
  const { handler, heldFor, host, tls, limits, log, onLimit, fast_lane = true } = options;
  const { body_bytes } = limits;
  const isUnix = unixPathOf(host) !== undefined;
  const encrypted = tls !== undefined || isUnix;
  const certificates = tls?.client_certificates;
  const client_certificates = certificates && { is_chain_verified: certificates.ca !== undefined };
  const receiver: ReceiverOptions = {
    handler,
    body_bytes,
    encrypted,
    peer: isUnix ? UNIX_PEER : undefined,
    client_certificates,
    heldFor,
    log,
    isClosing,
  };
  const receive = createReceiver(receiver);

  server.on("request", (message, response) => {
    if (!rejects(message, response)) receive(message, response);
  });
  server.on("checkContinue", (message, response) => {
    if (rejects(message, response)) return;
    if (!exceedsLimit(message, body_bytes)) response.writeContinue();
    receive(message, response);
  });
  server.on("checkExpectation", (message, response) => {
    if (rejects(message, response)) return;
    sendMessageError(message, response, 417, "The only supported expectation is 100-continue.");
  });
  // The client neither sends nor reads. While a handler is at work, it waits for the response.
  server.on("timeout", (socket) => {
    if (!isAnswering(socket)) closeUnlessRead(socket);
  });
  // Without this listener Node would close the connection at once, and responses to earlier requests would be lost.
  server.on("connect", (_message, socket) => {
    respondToClientError({ code: "CONNECT" }, socket, latestOn(socket));
    socket.once("finish", () => socket.destroy()).resume(); // Node has detached it.
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    log.debug("malformed HTTP request", { reason: error.code });
    const limit = limitOf(error.code);
    if (limit !== undefined) onLimit?.(limit);
    respondToClientError(error, socket, latestOn(socket));
  });
  if (tls !== undefined) return trackHandshakes(server);
  return fast_lane ? openLaneBefore(server, { ...receiver, ...limits }) : undefined;
}

/** Puts the fast lane before Node's parser, which gets connections that leave the lane as if they were new. */
function openLaneBefore(server: Server, options: Omit<FastLaneOptions, "leave">): FastLane {
  const [nodeListener] = server.listeners("connection");
  server.removeAllListeners("connection");
  const lane = openFastLane({
    ...options,
    leave(socket, bytes) {
      socket.pause();
      nodeListener?.call(server, socket);
      socket.unshift(bytes);
      socket.resume();
    },
  });
  server.on("connection", (socket) => lane.take(socket));
  return lane;
}

/**
 * Refuses what Node's parser accepts and HTTP/1.1 does not allow, and closes a connection whose client sends requests without
 * reading the responses. False when the request is valid.
 */
function rejects(message: IncomingMessage, response: ServerResponse): boolean {
  if (addResponse(message.socket, response) > MAX_UNSENT) {
    message.socket.destroy();
    return true;
  }
  const reason = reasonToReject(message);
  if (reason === undefined) return false;
  sendMessageError(message, response, 400, reason);
  return true;
}

function reasonToReject({ httpVersion, headers }: IncomingMessage): string | undefined {
  // RFC 9112 §2.3: llhttp also reads 0.9, which has neither headers nor a status, and 2.0 written as text.
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "Send the request as HTTP/1.1.";
  const { host } = headers;
  if (host === undefined)
    return httpVersion === "1.1" ? "HTTP/1.1 requires a Host header." : undefined; // RFC 9112 §3.2
  return isHost(host)
    ? undefined
    : "The request must have one Host header: a name or an address, and a port where one is needed.";
}

function urlOf({ host, tls }: ListenOptions, port: number): string {
  if (unixPathOf(host) !== undefined) return host;
  return `${tls === undefined ? "http" : "https"}://${bracketIpv6(host)}:${port}`;
}
