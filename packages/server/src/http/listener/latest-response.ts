import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

// Stored on the socket: a WeakMap would cost every request something, for the few that are invalid.
const latest = Symbol("the latest response");

type SocketWithResponse = Duplex & { [latest]?: ServerResponse };

/** Stores the response to the request that arrived last on a connection. */
export function setLatest(socket: SocketWithResponse, response: ServerResponse): void {
  socket[latest] = response;
}

/** The response to the request that arrived last on a connection. With pipelining, earlier ones may still be under way. */
export function latestOn(socket: SocketWithResponse): ServerResponse | undefined {
  return socket[latest];
}
