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
