import type { StoreTools } from "../store-tools.ts";
import type { Holding } from "../holdings.ts";
import type { SearchCompletion } from "./search-store.ts";
import type { SealedValues } from "./reseal-store.ts";
import type { Partitions } from "./partitions.ts";
import type { SystemSecrets } from "./secret-store.ts";
import type { SignInFailures } from "./sign-in-failures.ts";
import type { Apis } from "./api-store.ts";
import type { Clients } from "./client-store.ts";
import type { Flows, PushedRequests } from "./flow-store.ts";
import type { AccessTokens, Grants } from "./grant-store.ts";
import type { Keys } from "./key-store.ts";
import type { Deliveries } from "./outbox.ts";
import type { LoginSessions, LogoutDelivery, LogoutRequests } from "./session-store.ts";

/**
 * Everything the server stores, as verbs. Each is one atomic step, durable when it resolves, and one that can lose a race
 * says so in its return type. There is no `update`. When the database cannot serve it, a verb rejects with
 * `StoreUnavailableError` (`unavailable.ts`), which says whether the outcome is unknown.
 */
export interface Store extends SearchCompletion {
  readonly clients: Clients;
  readonly apis: Apis;
  readonly keys: Keys;
  readonly access_tokens: AccessTokens;
  readonly seen_assertions: SeenAssertions;
  readonly leases: Leases;
  readonly system_secrets: SystemSecrets;
  readonly sealed_values: SealedValues;
  readonly pushed_requests: PushedRequests;
  readonly flows: Flows;
  readonly grants: Grants;
  readonly login_sessions: LoginSessions;
  readonly logout_requests: LogoutRequests;
  readonly logout_deliveries: Deliveries<LogoutDelivery>;
  readonly sign_in_failures: SignInFailures;

  /** What gives access, of the tables of the core. */
  readonly holdings: readonly Holding[];
  /** What features open their tables with. */
  readonly tools: StoreTools;
  /** Another number whenever a client or a key may have changed, on this server or another. */
  generation(): number;
  /** Rejects when the database does not respond or accepts no writes. What it found is at most `MAX_PING_AGE_MS` old. */
  ping(): Promise<void>;
  /**
   * Whether a write around that time (milliseconds since the epoch) may have been committed although its caller received a 503.
   * It is about to be undone, so no request may be rejected because of it: it could be the same caller's second attempt.
   */
  wasUnavailable(at_ms: number): boolean;
  /** Removes up to `limit` rows of each table that expired before `now`, and returns how many. */
  sweep(now: number, limit: number): Promise<number>;
  /** The partitions of tables, where the database has any. */
  readonly partitions: Partitions;
  /** Clears the caches if another server changed a client or a key. Called twice a second, and by tests. */
  refresh(): Promise<void>;
  /** Completes pending writes, then closes the database. */
  close(): Promise<void>;
}

/** To try whether the database accepts writes costs one, so its success is cached for so long. */
export const MAX_PING_AGE_MS = 500;

export interface SeenAssertions {
  /** False when it was seen before: a replay. */
  remember(digest: Uint8Array, expires_at: number): Promise<boolean>;
}

export interface Leases {
  /** Takes or renews a lease. False while another process holds it. */
  take(name: string, holder: string, now: number, ttl: number): Promise<boolean>;
  /** Releases a lease, if `holder` still holds it. */
  release(name: string, holder: string): Promise<void>;
}
