import type { Planes } from "../config/check.ts";
import type { Config } from "../config/settings.ts";
import type { Peers } from "../context/peers.ts";
import type { Feature } from "../feature/feature.ts";
import type { GrantType } from "../grants/grant-type.ts";
import type { ResponseObserver } from "../http/handler.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Database } from "../store/database/database.ts";
import type { WaitOptions } from "../store/port/until-available.ts";
import type { Log } from "../telemetry/log.ts";
import type { EmbeddedSigners } from "./open-signers.ts";

/** Dependencies that a caller can replace. */
export interface ServerOptions {
  readonly planes?: Planes;
  readonly log?: Log;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
  /** How long to wait for the database; `limits.database.startup_timeout` when left out. */
  readonly startup_timeout_ms?: number;
  /** Aborts the wait for the database. */
  readonly signal?: AbortSignal;
  /** The other processes of this server; none when left out. */
  readonly peers?: Peers;
  /** What the server is composed of, beside its core; the standard features when left out. */
  readonly features?: readonly Feature[];
  /** Grant types of the embedder's own, beside the built-in ones. */
  readonly grant_types?: readonly GrantType[];
  /** Signers of the embedder's own, beside those of the setting `signers`. */
  readonly signers?: EmbeddedSigners;
  /** Called with every request and its response, which contain secrets. For tests. */
  readonly onResponse?: ResponseObserver;
  /** Returns the database to use in place of the one of `dsn`. For tests. */
  readonly wrapDatabase?: (database: Database) => Database;
  /** The addresses of the name servers for hosts of clients, in place of those of the machine. For tests. */
  readonly name_servers?: readonly string[];
  /** Returns what sends requests to addresses that clients registered. For tests. */
  readonly wrapOutbound?: (outbound: Outbound) => Outbound;
}

/** How a starting server waits for its database. */
export function waitOptions(config: Config, options: ServerOptions, log: Log): WaitOptions {
  const { signal, startup_timeout_ms } = options;
  return {
    timeout_ms: startup_timeout_ms ?? config["limits.database.startup_timeout"] * 1000,
    signal,
    onWait: (error) => log.warn("the database is not available, waiting for it", { error }),
  };
}
