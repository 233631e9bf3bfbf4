/** Work on the database of a server, which need not be running. */

import { userInfo } from "node:os";
import { readDsn } from "../config/dsn.ts";
import { withGeneratedSecrets } from "../config/generated-secrets.ts";
import type { Config } from "../config/settings.ts";
import { cleanDatabase as clean, type Cleaning } from "../jobs/janitor.ts";
import { createSealer } from "../crypto/sealed.ts";
import {
  migrate as migrateDatabase,
  type MigrateOptions,
  type MigrationStatus,
  readMigrationStatus,
} from "../store/migrations/migrate.ts";
import { type MigrationPlan, planMigrations as plan } from "../store/migrations/plan.ts";
import { openDatabase, openForReading, openStore } from "../store/open.ts";
import type { PartitionLayout } from "../store/port/partitions.ts";
import type { Store } from "../store/port/store.ts";
import { type PartitionedNow, partitionTables } from "../store/postgres/partitions/partition.ts";
import { partitionedTables } from "../store/postgres/partitions/partitioned-table.ts";
import { readPartitions } from "../store/postgres/partitions/partitions.ts";
import { expiringTablesOf } from "../store/tables/sweep.ts";
import { requireSchema } from "../store/require-schema.ts";
import type { Carrier, Feature } from "../feature/feature.ts";
import { type Cause, causedBy } from "../http/cause.ts";
import { loadFeatures, tablesOf } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import type { StoredTables } from "../store/tables/stored-tables.ts";
import { readPlacement, type TablePlacement } from "../store/migrations/placement.ts";
import { migrationsOf } from "../store/migrations/migrations.ts";

/** What the server of the database is composed of, beside its core; the standard features when left out. */
interface ComposedOf {
  readonly features?: readonly Feature[];
}

/** Applies pending migrations and returns their names. */
export async function migrate(
  config: Config,
  { features = standardFeatures, ...options }: MigrateOptions & ComposedOf = {},
): Promise<{ applied: string[] }> {
  const migrations = migrationsOf(tablesOf(await loadFeatures(features)));
  const database = await openDatabase(config.dsn);
  try {
    const now = Math.floor(Date.now() / 1000);
    return { applied: await migrateDatabase(database, migrations, now, options) };
  } finally {
    await database.close();
  }
}

/**
 * Partitions the tables whose keys begin with the time at which rows expire, after pending migrations were applied. Returns what it
 * partitioned. Rejects with `PartitioningError` where a table cannot be.
 */
export async function partition(
  config: Config,
  {
    features = standardFeatures,
    onBlocked = () => {},
  }: Omit<MigrateOptions, "onProgress"> & ComposedOf = {},
): Promise<readonly PartitionedNow[]> {
  const tables = tablesOf(await loadFeatures(features));
  const lifetimes = { access_token: config["ttl.access_token"] };
  const database = await openDatabase(config.dsn);
  try {
    const now = Math.floor(Date.now() / 1000);
    return await partitionTables(
      database,
      partitionedTables(expiringTablesOf(tables), lifetimes),
      now,
      onBlocked,
    );
  } finally {
    await database.close();
  }
}

/** How the tables that are partitioned are. It changes nothing. */
export async function partitionLayouts(config: Config): Promise<readonly PartitionLayout[]> {
  if (readDsn(config.dsn)?.kind !== "postgres") return [];
  const database = await openDatabase(config.dsn);
  try {
    return await readPartitions(database, Math.floor(Date.now() / 1000));
  } finally {
    await database.close();
  }
}

/** Returns which migrations were applied and which are pending. It changes nothing, and creates no database. */
export async function migrationStatus(
  config: Config,
  { features = standardFeatures }: ComposedOf = {},
): Promise<MigrationStatus[]> {
  const migrations = migrationsOf(tablesOf(await loadFeatures(features)));
  const database = await openForReading(config.dsn);
  try {
    return await readMigrationStatus(database, migrations);
  } finally {
    await database?.close();
  }
}

/** Returns what the pending migrations will lock, and for how long. It changes nothing, and creates no database. */
export async function planMigrations(
  config: Config,
  { features = standardFeatures }: ComposedOf = {},
): Promise<MigrationPlan> {
  const migrations = migrationsOf(tablesOf(await loadFeatures(features)));
  const database = await openForReading(config.dsn);
  try {
    const kind = readDsn(config.dsn)?.kind === "postgres" ? "postgres" : "sqlite";
    return await plan(database, kind, migrations);
  } finally {
    await database?.close();
  }
}

/** Returns where the rows of each table are. None where the database is not distributed, or is not there. */
export async function placementStatus(
  config: Config,
  { features = standardFeatures }: ComposedOf = {},
): Promise<readonly TablePlacement[]> {
  if (readDsn(config.dsn)?.kind !== "postgres") return [];
  const migrations = migrationsOf(tablesOf(await loadFeatures(features)));
  const database = await openDatabase(config.dsn);
  try {
    return await readPlacement(database, migrations);
  } finally {
    await database.close();
  }
}

/** Opens the store of a server for the duration of `work`. Rejects with `MissingSchemaError` where there is no database. */
export async function withStore<T>(
  config: Config,
  work: (store: Store, now: () => number) => Promise<T>,
  { features = standardFeatures, command = "" }: StoreUser = {},
): Promise<T> {
  const tables = tablesOf(await loadFeatures(features));
  await requireSchema(config.dsn, migrationsOf(tables));
  const now = (): number => Math.floor(Date.now() / 1000);
  const store = await openStore(await openDatabase(config.dsn), {
    sealer: createSealer(withGeneratedSecrets(config)["secrets.system"]),
    features: tables,
    now: now(),
  });
  try {
    return await causedBy(causeOf(command), () => work(store, now));
  } finally {
    await store.close();
  }
}

/** Who works on the database of a server. */
interface StoreUser extends ComposedOf {
  /** The command, as its user typed it, without arguments: the cause of what changes. */
  readonly command?: string;
}

/** What a command changes is caused by the user of the operating system who runs it. */
function causeOf(command: string): Cause {
  return {
    caller: { kind: "command", id: nameOfUser() },
    operation: command,
    address: "",
    request_id: "",
  };
}

/** Empty where the user has no name, as in a container that runs with a number. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

/** The database of a server, opened. */
export interface OpenedStore {
  readonly store: Store;
  /** Of the features: by kind, what stores records of other servers. */
  readonly carriers: Readonly<Record<string, Carrier>>;
}

/** Opens the database of a server for the duration of `work`, after migrating its schema. */
export async function withMigratedStore<T>(
  config: Config,
  work: (opened: OpenedStore) => Promise<T>,
  { features = standardFeatures, tables = [], onBlocked, command = "" }: StoreUse = {},
): Promise<T> {
  const loaded = await loadFeatures(features);
  const ofFeatures = tablesOf(loaded);
  const store = await openStore(await openDatabase(config.dsn), {
    sealer: createSealer(withGeneratedSecrets(config)["secrets.system"]),
    features: [...ofFeatures, ...tables.filter((one) => !ofFeatures.includes(one))],
    now: Math.floor(Date.now() / 1000),
    ...(onBlocked !== undefined && { onBlocked }),
  });
  try {
    const carriers = Object.assign({}, ...loaded.map((feature) => feature.carriers ?? {}));
    return await causedBy(causeOf(command), () => work({ store, carriers }));
  } finally {
    await store.close();
  }
}

/** How the database is opened. */
interface StoreUse extends StoreUser, Pick<MigrateOptions, "onBlocked"> {
  /** More tables, unless a feature has them. */
  readonly tables?: readonly StoredTables[];
}

/** Deletes expired rows from the database of a server. */
export async function cleanDatabase(
  config: Config,
  cleaning: Cleaning,
  { features = standardFeatures }: ComposedOf = {},
): Promise<number> {
  return clean(config, tablesOf(await loadFeatures(features)), cleaning);
}
