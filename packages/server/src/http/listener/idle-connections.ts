import type { Server, Socket } from "node:net";

/** Connections that Node's HTTP server does not list, and so does not close. */
export interface UnlistedConnections {
  /** Closes those over which no request is under way. */
  closeIdle(): void;
  closeAll(): void;
}

/** The connections of a TLS server. Node lists one when its handshake is complete. */
export function trackHandshakes(server: Server): UnlistedConnections {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return {
    closeIdle() {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    closeAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * How much longer a connection is kept than its responses announce (`Keep-Alive: timeout`): a request that a client sends at
 * the end of that time is on its way for a while.
 */
export const IDLE_MARGIN_MS = 1_000;

/**
 * Closes a connection that was idle for too long. When the process got no processor time, timers run before sockets are read:
 * a request that arrived in time is then found in the same turn of the event loop, and the connection is kept.
 */
export function closeUnlessRead(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
