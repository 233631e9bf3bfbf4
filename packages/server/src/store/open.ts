import { readDsn } from "../config/dsn.ts";
import type { Sealer } from "../crypto/sealed.ts";
import { createLruCache } from "../lru-cache.ts";
import { migrationsOf } from "./migrations/migrations.ts";
import { createChanges } from "./changes.ts";
import { createEndings } from "./endings.ts";
import type { StoreTools } from "./store-tools.ts";
import type { StoredTables } from "./tables/stored-tables.ts";
import { createAccessTokens, heldTokens } from "./tables/access-tokens.ts";
import { createApis } from "./tables/apis.ts";
import { createClientIndexes } from "./tables/clients/client-indexes.ts";
import { createClients } from "./tables/clients/clients.ts";
import type { Database } from "./database/database.ts";
import type { ReportUnreadable } from "./port/documents.ts";
import { createFlows } from "./tables/flows.ts";
import type { CachedGrant } from "./tables/grants/cached-grant.ts";
import { createGrants } from "./tables/grants/grants.ts";
import { heldGrants } from "./tables/grants/held-grants.ts";
import { createKeys } from "./tables/keys.ts";
import { createLeases } from "./tables/leases.ts";
import { createLoginSessions, heldSessions } from "./tables/login-sessions.ts";
import { logout_delivery } from "./tables/logout-deliveries.ts";
import { createDeliveries } from "./tables/outbox.ts";
import { createLogoutRequests } from "./tables/logout-requests.ts";
import { checkCompatible, migrate } from "./migrations/migrate.ts";
import { IncompatibleDatabaseError } from "./migrations/compatibility.ts";
import type { OnBlocked } from "./migrations/lock-waits.ts";
import { StoreUnavailableError } from "./port/unavailable.ts";
import { createPushedRequests } from "./tables/pushed-requests.ts";
import { createRevision } from "./tables/revision.ts";
import { createSearchIndexes } from "./tables/search-indexes.ts";
import { createSeenAssertions } from "./tables/seen-assertions.ts";
import { createSignInFailures } from "./tables/sign-in-failures.ts";
import { openReadOnly } from "./sqlite/read-only.ts";
import { openSqlite } from "./sqlite/sqlite.ts";
import type { Store } from "./port/store.ts";
import { layoutsOf } from "./postgres/partitions/catalog.ts";
import { partitionedTables } from "./postgres/partitions/partitioned-table.ts";
import { createPartitions } from "./postgres/partitions/partitions.ts";
import { createSuspensions } from "./tables/suspensions.ts";
import { expiringTablesOf, sweep, sweepsOf } from "./tables/sweep.ts";
import { createSystemSecrets } from "./tables/system-secrets.ts";
import { createSealedValues } from "./tables/resealing.ts";
import { coreSealedColumns } from "./tables/sealed-columns.ts";

/** How a database is used. */
export interface DatabaseOptions {
  /** The DSNs of replicas of PostgreSQL, for reads that may be out of date. */
  readonly replicas?: readonly string[];
  /** Called for each such read where there are replicas, with what carried it out. */
  readonly onStaleRead?: (by: "primary" | "replica") => void;
  /** How many processes of this server share the connections, of which PostgreSQL grants few. */
  readonly sharing?: number;
  /** How long a call of the database may take, waiting for a connection included. */
  readonly statement_ms?: number;
  /** How long an attempt to connect may take. */
  readonly connect_ms?: number;
  /** Called with host and port when a connection to PostgreSQL was opened. */
  readonly onConnected?: (address: string) => void;
  /** Called when a call of the database exceeded its deadline. */
  readonly onTimeout?: () => void;
  /** Called when a write whose outcome was unknown could not be undone. */
  readonly onUndoFailed?: (error: unknown) => void;
  /** Called once, when statements cannot be prepared by name, because of a pooler. */
  readonly onUnprepared?: () => void;
}

/** Opens the database a DSN names. PostgreSQL is connected to with the first statement. */
export async function openDatabase(dsn: string, options: DatabaseOptions = {}): Promise<Database> {
  const { sharing = 1, statement_ms = 5_000, connect_ms = 2_000 } = options;
  const { replicas, onStaleRead, onConnected, onTimeout, onUndoFailed, onUnprepared } = options;
  const target = readDsn(dsn);
  switch (target?.kind) {
    case "memory":
      return openSqlite(":memory:");
    case "sqlite":
      return openSqlite(target.path);
    case "postgres":
      return (await import("./postgres/postgres.ts")).openPostgres(dsn, {
        connections: connectionsFor(sharing),
        replicas,
        onStaleRead,
        statement_ms,
        connect_ms,
        onConnected,
        onTimeout,
        onUndoFailed,
        onUnprepared,
      }); // Loaded only where it is needed.
    case undefined:
      throw new Error("The dsn names no database that Latchkey can open.");
  }
}

/** Opens a database for reading alone; undefined where it is not there yet. It is not created. */
export async function openForReading(
  dsn: string,
): Promise<Pick<Database, "read" | "close"> | undefined> {
  const target = readDsn(dsn);
  if (target?.kind === "memory") return undefined;
  return target?.kind === "sqlite" ? openReadOnly(target.path) : openDatabase(dsn);
}

function connectionsFor(sharing: number): number {
  return Math.min(Math.max(Math.floor(ALL_CONNECTIONS / sharing), 2), 10);
}

/** How a store is used. */
export interface StoreOptions {
  readonly sealer: Sealer;
  /** The tables of features, beside those of the core. */
  readonly features?: readonly StoredTables[];
  /** Unix seconds: when the migrations are applied. */
  readonly now: number;
  /** The clock of recorded changes, in milliseconds since the epoch. */
  readonly now_ms?: () => number;
  /** Called when this server changes a client or a key. */
  readonly onChange?: () => void;
  /** Called with a sentence while a migration waits for other sessions of the database. */
  readonly onBlocked?: OnBlocked;
  /** Called for each document that was left out of a list because it cannot be read. */
  readonly onUnreadable?: ReportUnreadable;
}

/** Opens the store on a database, after migrating its schema. */
export async function openStore(database: Database, options: StoreOptions): Promise<Store> {
  const { sealer, features = [], now, onChange } = options;
  const { onUnreadable = (error) => process.emitWarning(error) } = options;
  const migrations = migrationsOf(features);
  const sweeps = sweepsOf(features);
  await migrate(database, migrations, now, { onBlocked: options.onBlocked });
  await layoutsOf(database);
  const revision = createRevision(database, onChange);
  await revision.check();
  const indexes = createSearchIndexes(database);
  const client_indexes = createClientIndexes(revision, indexes, onUnreadable);
  const changes = createChanges(
    features.flatMap(({ onChange: listen }) => listen ?? []),
    options.now_ms,
  );
  const cached_grants = createLruCache<string, CachedGrant>(GRANTS_CACHED);
  const endings = createEndings();
  const { now_ms = Date.now } = options;
  const suspensions = createSuspensions(database, () => Math.floor(now_ms() / 1000));
  const tools: StoreTools = {
    database,
    sealer,
    revision,
    changes,
    endings,
    suspensions,
    indexes,
    client_indexes,
    cached_grants,
    onUnreadable,
    traced,
  };
  return {
    tools,
    holdings: [heldSessions(database), heldGrants(tools), heldTokens(database)],
    clients: createClients(tools),
    apis: createApis(tools),
    keys: createKeys(tools),
    access_tokens: createAccessTokens(tools),
    seen_assertions: createSeenAssertions(database),
    leases: createLeases(database),
    system_secrets: createSystemSecrets(database),
    sealed_values: createSealedValues(tools, [
      ...coreSealedColumns,
      ...features.flatMap((feature) => feature.sealed ?? []),
    ]),
    pushed_requests: createPushedRequests(database, sealer),
    flows: createFlows(database, sealer, cached_grants, endings),
    grants: createGrants(tools),
    login_sessions: createLoginSessions(tools),
    logout_requests: createLogoutRequests(tools),
    logout_deliveries: createDeliveries(database, logout_delivery),
    sign_in_failures: createSignInFailures(database),
    async ping() {
      await database.check();
      await checkCompatible(database, migrations).catch(asUnavailable);
    },
    wasUnavailable: (at_ms) => database.wasUnavailable(at_ms),
    sweep: async (at, limit) =>
      sweep(database, sweeps, at, limit, { layouts: await layoutsOf(database) }),
    partitions: createPartitions(database, partitionedTables(expiringTablesOf(features))),
    completeSearch: (from) => indexes.completeSearch(from),
    searches: () => indexes.searches(),
    refresh: () => revision.check(),
    generation: () => revision.generation(),
    close: () => database.close(),
  };
}

/** Without tracing. */
function traced<T extends object>(tables: T): T {
  return tables;
}

/** A newer version has migrated the database meanwhile: this server cannot go on, and says so where it is asked whether it is ready. */
function asUnavailable(error: unknown): never {
  if (!(error instanceof IncompatibleDatabaseError)) throw error;
  throw new StoreUnavailableError(error.message, { cause: error, needs_operator: true });
}

/** Of the hundred that PostgreSQL allows by default. */
const ALL_CONNECTIONS = 40;
const GRANTS_CACHED = 4_096;
