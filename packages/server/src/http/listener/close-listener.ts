import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTick, setTimeout as pause } from "node:timers/promises";
import { type ListenAddress, unixPathOf } from "./bind.ts";
import type { UnlistedConnections } from "./idle-connections.ts";

/**
 * How a listener closes. From the beginning every response closes its connection (`Connection: close`).
 *
 *   draining ──drain_ms have passed, accept queue empty──▶ finishing ──all answered, or timeout_ms──▶ closed
 *
 * While it drains, new and idle connections are served, so that a proxy in front has time to switch to another server. Then
 * it accepts no more, closes idle connections after a while, those whose handshake was under way then a second later, and lets
 * the requests in flight finish.
 */
export interface Closing {
  readonly drain_ms: number;
  /** How long requests may take after that, before their connections are closed. */
  readonly timeout_ms: number;
}

/** Closes a listener. The caller has begun to send `Connection: close`. */
export async function closeListener(
  server: Server,
  unlisted: UnlistedConnections | undefined,
  { host, othersListen }: ClosingAddress,
  { drain_ms, timeout_ms }: Closing,
): Promise<void> {
  if (drain_ms > 0) await pause(drain_ms);
  const path = unixPathOf(host);
  if (path !== undefined && server.listening && othersListen?.() !== true) {
    rmSync(path, { force: true }); // Without its path no connection is added to the queue.
  }
  await emptyAcceptQueue(server);
  const closed = once(server, "close");
  NetServer.prototype.close.call(server); // The method of the HTTP server would also close idle connections.
  const closeIdle = (): void => {
    server.close();
    unlisted?.closeIdle();
  };
  // Not in the timers themselves: they may be late, and requests that have arrived meanwhile are read after them.
  const idleMs = Math.min(drain_ms, LAST_REQUESTS_MS);
  const idleTimers = [idleMs, idleMs + LAST_REQUESTS_MS].map((ms) =>
    setTimeout(() => setImmediate(closeIdle), ms),
  );
  const timer = setTimeout(() => {
    server.closeAllConnections();
    unlisted?.closeAll();
  }, timeout_ms);
  await closed;
  idleTimers.forEach((each) => clearTimeout(each));
  clearTimeout(timer);
  server.close(); // Ends the checks of request timeouts.
}

/** Where the listener is. */
export interface ClosingAddress extends Pick<ListenAddress, "host"> {
  /** Whether other processes go on listening at this address when this one closes; none do when left out. */
  readonly othersListen?: (() => boolean) | undefined;
}

/**
 * How long idle connections are kept after the last one was accepted, at most. A proxy that has connected, or chosen a connection
 * it kept, may be interrupted before it sends its request. By the end of this time it has sent it, or knows from a refused
 * connection that the server is gone.
 */
const LAST_REQUESTS_MS = 1_000;

/** Node's default backlog. The kernel may use less. */
const MAX_ACCEPT_QUEUE = 511;
/** Enough for a connection that was just accepted to be read, and passed to Node's parser if necessary. */
const QUIET_TICKS = 10;

/**
 * Resolves when no connection waits to be accepted. The kernel resets what is in the accept queue of a listening socket that
 * is closed, and requests may have been sent over those connections already. Each turn of the event loop accepts from the
 * queue in order; under a steady stream of connections it ends when all that were queued at the beginning are accepted.
 */
async function emptyAcceptQueue(server: Server): Promise<void> {
  const seen = { connections: 0, quiet_ticks: 0 };
  const count = (): void => {
    seen.connections += 1;
    seen.quiet_ticks = 0;
  };
  server.on("connection", count);
  while (seen.quiet_ticks < QUIET_TICKS && seen.connections <= MAX_ACCEPT_QUEUE) {
    seen.quiet_ticks += 1;
    await nextTick();
  }
  server.off("connection", count);
}
