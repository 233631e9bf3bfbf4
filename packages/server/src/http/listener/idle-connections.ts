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
  /** Those whose handshake is under way, by their peer, with what was received when `closeIdle` was called last. */
  const handshakes = new Map<string, { readonly socket: Socket; bytes_read: number }>();
  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket);
    sockets.add(socket);
    handshakes.set(peer, { socket, bytes_read: 0 });
    socket.once("close", () => {
      sockets.delete(socket);
      handshakes.delete(peer);
    });
  });
  server.on("secureConnection", (socket: Socket) => handshakes.delete(peerOf(socket)));
  return {
    /** A handshake that has begun has until the next call to advance. */
    closeIdle() {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      for (const handshake of handshakes.values()) {
        const { socket, bytes_read } = handshake;
        if (socket.bytesRead === bytes_read) socket.destroy();
        handshake.bytes_read = socket.bytesRead;
      }
    },
    closeAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The same for a connection and for the TLS connection over it. Those of a Unix socket share one, so not all handshakes over it are found. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
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
