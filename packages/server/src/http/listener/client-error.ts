import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswer } from "../response.ts";
import { writeAnswer } from "./response-text.ts";
import type { Response } from "../endpoint.ts";
import { requestIdOf } from "../request-id.ts";

/**
 * Answers bytes that never became a request, or one that Node hands over for good (CONNECT), then hangs up. `latest` is the
 * newest response begun on the connection: requests that came before those bytes are answered first.
 */
export function answerClientError(
  error: { readonly code?: string | undefined },
  socket: Duplex,
  latest: ServerResponse | undefined,
): void {
  if (error.code === "ECONNRESET") socket.destroy();
  else if (latest === undefined || latest.writableFinished) answerAndEnd(error, socket);
  else if (latest.req.complete) latest.once("finish", () => answerAndEnd(error, socket));
  else if (latest.headersSent || latest.writableEnded) hangUpAfter(latest, socket);
  // A request that is cut short in its body is answered like one that is cut short in its head, in its turn.
  else if (latest.socket === socket) answerAndEnd(error, socket);
  // Node flushes what the response holds already, such as 100 Continue, right after this event.
  else latest.once("socket", () => process.nextTick(answerAndEnd, error, socket));
}

/** Lets an answer out that was given before the body had arrived. */
function hangUpAfter(latest: ServerResponse, socket: Duplex): void {
  latest.once("finish", () => destroyWhenSent(socket));
  latest.end();
}

/** What was written may still be on its way to the kernel. */
function destroyWhenSent(socket: Duplex): void {
  if (socket.writableEnded && !socket.writableFinished)
    socket.once("finish", () => socket.destroy());
  else socket.destroy();
}

function answerAndEnd(error: { readonly code?: string | undefined }, socket: Duplex): void {
  if (!socket.writable) return destroyWhenSent(socket);
  const { status, headers, body } = describe(error.code);
  const request_id = requestIdOf(undefined);
  writeAnswer(
    socket,
    { status, body, headers: { ...headers, "X-Request-Id": request_id } },
    "close",
  );
  socket.end();
}

/** Answers a message that HTTP itself does not allow, then hangs up. */
export function refuseMessage(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  error_description: string,
): void {
  const { body, headers: own } = refuse(status, error_description);
  const request_id = requestIdOf(headers["x-request-id"]?.toString());
  response.writeHead(status, { ...own, "X-Request-Id": request_id, Connection: "close" }).end(body);
}

function describe(code: string | undefined): Response {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refuse(
        408,
        "The request took longer to arrive than serve.limits.request_timeout allows.",
      );
    case "HPE_HEADER_OVERFLOW":
      return refuse(431, "The request head is larger than serve.limits.header_bytes allows.");
    case "CONNECT":
      return refuse(400, "This server is no proxy and opens no tunnel.");
    case undefined:
    default:
      return refuse(400, "This is not a well-formed HTTP request.");
  }
}

function refuse(status: number, error_description: string): Response {
  return errorAnswer(status, { error: "invalid_request", error_description });
}
