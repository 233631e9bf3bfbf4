import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorResponse, type Response } from "../response.ts";
import { writeResponse } from "./response-text.ts";
import { requestIdOf } from "../request-id.ts";

/**
 * Responds to bytes that are not a valid request, or to CONNECT, whose socket Node detaches, then closes the connection.
 * `latest` is the newest response on the connection: earlier requests get their responses first.
 */
export function respondToClientError(
  error: { readonly code?: string | undefined },
  socket: Duplex,
  latest: ServerResponse | undefined,
): void {
  if (error.code === "ECONNRESET" || error.code === HANDSHAKE_TIMEOUT) socket.destroy();
  else if (latest === undefined || isOver(latest)) respondAndEnd(error, socket);
  else if (latest.req.complete) latest.once("finish", () => respondAndEnd(error, socket));
  else if (latest.headersSent || latest.writableEnded) closeAfter(latest, socket);
  // A request that is truncated in its body is treated like one that is truncated in its head, after earlier requests.
  else if (latest.socket === socket) respondAndEnd(error, socket);
  // Node flushes what the response holds already, such as 100 Continue, right after this event.
  else latest.once("socket", () => process.nextTick(respondAndEnd, error, socket));
}

/** Over such a connection nothing can be sent, and Node does not close it. */
const HANDSHAKE_TIMEOUT = "ERR_TLS_HANDSHAKE_TIMEOUT";

/**
 * Whether Node is done with a response. All of it may have been written before that (`writableFinished`); then Node has not
 * closed the connection yet where the response was its last.
 */
function isOver(response: ServerResponse): boolean {
  return response.writableFinished && response.socket === null;
}

/** Sends a response that was made before the body had arrived. */
function closeAfter(latest: ServerResponse, socket: Duplex): void {
  latest.once("finish", () => destroyWhenSent(socket));
  latest.end();
}

/** Waits until the written bytes are passed to the kernel. */
function destroyWhenSent(socket: Duplex): void {
  if (socket.writableEnded && !socket.writableFinished)
    socket.once("finish", () => socket.destroy());
  else socket.destroy();
}

function respondAndEnd(error: { readonly code?: string | undefined }, socket: Duplex): void {
  if (!socket.writable) return destroyWhenSent(socket);
  const { status, headers, body } = describe(error.code);
  const requestId = requestIdOf(undefined);
  writeResponse(
    socket,
    { status, body, headers: { ...headers, "X-Request-Id": requestId } },
    "close",
  );
  socket.end();
}

/** Responds to a message that HTTP does not allow, then closes the connection. */
export function sendMessageError(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  error_description: string,
): void {
  const { body, headers: own } = invalidRequestResponse(status, error_description);
  const requestId = requestIdOf(headers["x-request-id"]?.toString());
  response.writeHead(status, { ...own, "X-Request-Id": requestId, Connection: "close" }).end(body);
}

/** A setting that limits a request before it is complete. */
export type ConnectionLimit = "serve.limits.request_timeout" | "serve.limits.header_bytes";

/** The limit behind an error of Node's parser, if it is one. */
export function limitOf(code: string | undefined): ConnectionLimit | undefined {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
    case HANDSHAKE_TIMEOUT:
      return "serve.limits.request_timeout";
    case "HPE_HEADER_OVERFLOW":
      return "serve.limits.header_bytes";
    case undefined:
    default:
      return undefined;
  }
}

function describe(code: string | undefined): Response {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return invalidRequestResponse(
        408,
        "The request took longer to arrive than serve.limits.request_timeout allows.",
      );
    case "HPE_HEADER_OVERFLOW":
      return invalidRequestResponse(
        431,
        "The request head is larger than serve.limits.header_bytes allows.",
      );
    case "CONNECT":
      return invalidRequestResponse(400, "This server is not a proxy and opens no tunnels.");
    case undefined:
    default:
      return invalidRequestResponse(400, "This is not a well-formed HTTP request.");
  }
}

function invalidRequestResponse(status: number, error_description: string): Response {
  return errorResponse(status, { error: "invalid_request", error_description });
}
