import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * The responses of a connection that its client has not received yet. Node parses all requests of a chunk before it stops reading,
 * thousands of small ones, and waits for ever for a client that does not read: without a limit of number and time, such clients
 * fill the memory.
 */

/** More than clients and proxies pipeline. */
export const MAX_UNSENT = 100;

// Stored on the socket: a WeakMap would cost every request something, for the few connections on which it matters.
const latest = Symbol("the latest response");
const before = Symbol("the response before this one, unless that was sent");

type Unsent = ServerResponse & { [before]?: Unsent | undefined };
type SocketWithResponse = Duplex & { [latest]?: Unsent };

/** Adds a response. Returns how many have not been sent, this one included. */
export function addResponse(socket: SocketWithResponse, response: Unsent): number {
  response[before] = socket[latest];
  socket[latest] = response;
  return unsentOn(socket).count;
}

/** The newest response of a connection. */
export function latestOn(socket: SocketWithResponse): ServerResponse | undefined {
  return socket[latest];
}

/** Whether a handler is at work on the response that is to be sent next. */
export function isAnswering(socket: SocketWithResponse): boolean {
  const { next } = unsentOn(socket);
  return next !== undefined && !next.writableEnded;
}

/** Responses are sent in order: before one that was sent, all were. */
function unsentOn(socket: SocketWithResponse): { readonly count: number; readonly next?: Unsent } {
  let next = socket[latest];
  if (next === undefined || next.writableFinished) return { count: 0 };
  let count = 1;
  for (let older = next[before]; older !== undefined; older = older[before]) {
    if (older.writableFinished) {
      next[before] = undefined;
      break;
    }
    next = older;
    count += 1;
  }
  return { count, next };
}
