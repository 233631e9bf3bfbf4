import {
  connect,
  type Connection,
  ConnectionLostError,
  ReadOnlyServerError,
  type Timeouts,
} from "./connection.ts";
import type { DatabaseServer } from "./dsn.ts";
import type { ConnectionUsage } from "../database/database.ts";
import { codeOf } from "../port/error-code.ts";
import type { StatementNames } from "./statement-names.ts";
import { TlsError } from "./tls.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";

/** Connections to PostgreSQL, each lent to one caller at a time. Those that are lost are replaced. */
export interface Pool {
  /** Lends a connection for as long as `work` takes. Rejects with `StoreUnavailableError` when there is none by the deadline. */
  lend<T>(deadline: number, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** How its connections are used right now. */
  usage(): ConnectionUsage;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Called with host and port when a connection was opened. */
  readonly onConnected?: ((address: string) => void) | undefined;
  readonly servers: readonly DatabaseServer[];
  readonly max: number;
  readonly timeouts: Timeouts;
  readonly names: StatementNames;
  /** Whether a server that accepts no writes will do. */
  readonly accepts_standby?: boolean;
}

/**
 * While connecting fails, it is tried again with growing pauses, whether or not a caller waits. Callers wait until their deadline;
 * once connecting has failed for longer than that (an outage), they wait only for the next few attempts.
 */
export function createPool(options: PoolOptions): Pool {
  const { max, timeouts } = options;
  const connectToAny = createConnector(options);
  const idle: Connection[] = [];
  const waiting = new Set<Waiter>();
  let open = 0; // Connections lent, idle or being opened.
  let live = 0; // Connections lent or idle.
  let failing: Failing | undefined;
  let closed = false;

  const openOne = async (): Promise<void> => {
    open += 1;
    try {
      const connection = await connectToAny();
      failing = undefined;
      live += 1;
      connection.onLost(() => lose(connection));
      give(connection);
      openMore();
    } catch (cause) {
      open -= 1;
      fail(cause instanceof StoreUnavailableError ? cause : unavailableBecause([cause]));
    }
  };

  const fail = (reason: StoreUnavailableError): void => {
    const now = performance.now();
    failing = { since: failing?.since ?? now, attempts: (failing?.attempts ?? 0) + 1, reason };
    if (reason.needs_operator) for (const waiter of waiting) rejectWaiter(waiter);
    if (closed) return;
    const delayMs = Math.min(FIRST_PAUSE_MS * 2 ** (failing.attempts - 1), MAX_PAUSE_MS);
    setTimeout(() => {
      if (!closed && failing !== undefined && open < max) void openOne();
    }, delayMs).unref();
  };

  /** How long a caller may wait for a connection. */
  const patience = (deadline: number): number => {
    const now = performance.now();
    const since = live === 0 ? failing?.since : undefined;
    return Math.min(Math.max(deadline - now, 0), longestWait(since, now, timeouts.statement_ms));
  };

  const openMore = (): void => {
    // While connecting fails, one attempt at a time is enough.
    if (failing !== undefined || closed) return;
    const wanted = Math.min(waiting.size, max - open);
    for (let count = 0; count < wanted; count += 1) void openOne();
  };

  const give = (connection: Connection): void => {
    if (connection.isLost()) return;
    if (connection.isInTransaction()) return connection.destroy(); // An open transaction, which is a bug, must not reach another caller.
    if (closed) return void connection.end();
    const [waiter] = waiting;
    if (waiter === undefined) return void idle.push(connection);
    removeWaiter(waiter);
    waiter.resolve(connection);
  };

  const lose = (connection: Connection): void => {
    open -= 1;
    live -= 1;
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    openMore();
  };

  const removeWaiter = (waiter: Waiter): void => {
    clearTimeout(waiter.timer);
    waiting.delete(waiter);
  };

  const rejectWaiter = (waiter: Waiter): void => {
    removeWaiter(waiter);
    waiter.reject(failing?.reason ?? new StoreUnavailableError(NO_CONNECTION));
  };

  const take = async (deadline: number): Promise<Connection> => {
    if (closed) throw new StoreUnavailableError("The store is closed.");
    const ready = idle.pop();
    if (ready !== undefined) return ready;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => rejectWaiter(waiter), patience(deadline));
      const waiter: Waiter = { resolve, reject, timer };
      waiting.add(waiter);
      openMore();
    });
  };

  return {
    async lend(deadline, work) {
      const connection = await take(deadline);
      try {
        return await work(connection);
      } catch (error) {
        // The other connections may lead to the same server, which does not respond or accepts no writes: connect again.
        const isStalled = error instanceof ConnectionLostError && error.timed_out;
        const isReadOnly = error instanceof ReadOnlyServerError;
        if (isReadOnly) connection.destroy();
        if (isStalled || isReadOnly) for (const other of idle.slice()) other.destroy();
        throw error;
      } finally {
        give(connection);
      }
    },

    usage: () => ({ in_use: live - idle.length, idle: idle.length, waiting: waiting.size }),

    async close() {
      closed = true;
      for (const waiter of waiting) rejectWaiter(waiter);
      await Promise.all(idle.slice().map((connection) => connection.end()));
    },
  };
}

/** Connects to the first server that accepts writes, if it has to, beginning with the one connected to last. */
function createConnector({
  servers,
  timeouts,
  names,
  onConnected,
  accepts_standby = false,
}: PoolOptions): () => Promise<Connection> {
  let preferred = 0;
  return async () => {
    const failures: unknown[] = [];
    for (let offset = 0; offset < servers.length; offset += 1) {
      const index = (preferred + offset) % servers.length;
      const server = servers[index];
      if (server === undefined) continue;
      try {
        const connection = await connect(server, { timeouts, names, accepts_standby });
        preferred = index;
        onConnected?.(server.address);
        return connection;
      } catch (error) {
        failures.push(error);
      }
    }
    throw unavailableBecause(failures);
  };
}

/** In an outage, callers wait only for the next few tries. `failing_since` is undefined while none fails. Milliseconds. */
export function longestWait(
  failing_since: number | undefined,
  now: number,
  statement_ms: number,
): number {
  const isOutage = failing_since !== undefined && now - failing_since > statement_ms;
  return isOutage ? Math.min(WAIT_IN_OUTAGE_MS, statement_ms) : statement_ms;
}

interface Waiter {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (reason: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** Since when no connection can be made, and why. */
interface Failing {
  readonly since: number;
  readonly attempts: number;
  readonly reason: StoreUnavailableError;
}

/** Long enough for one more attempt to connect, also on a busy machine. */
const WAIT_IN_OUTAGE_MS = 2_000;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;
const NO_CONNECTION = "No connection to the database is free.";

function unavailableBecause(failures: readonly unknown[]): StoreUnavailableError {
  const cause = failures[0];
  const message = failures.some((failure) => failure instanceof ReadOnlyServerError)
    ? "The database takes no writes."
    : "The database cannot be connected to.";
  const needs_operator = failures.every(
    (failure) => failure instanceof TlsError || REFUSED.test(codeOf(failure)),
  );
  return new StoreUnavailableError(message, { cause, needs_operator });
}

/** Wrong credentials or no such database: waiting does not help. */
const REFUSED = /^(?:28...|3D000|42501)$/;
