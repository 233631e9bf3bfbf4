/** Work on the database of a server, which need not be running. */

import { type AccountBook, createAccountBook } from "../accounts/accounts.ts";
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
import { openDatabase, openForReading, openStore } from "../store/open.ts";
import { requireSchema } from "../store/require-schema.ts";
import type { Feature } from "../feature/feature.ts";
import { loadFeatures, tablesOf } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
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

/** Opens the accounts of a server for the duration of `work`. Rejects with `MissingSchemaError` where there is no database. */
export async function withAccounts<T>(
  config: Config,
  work: (accounts: AccountBook) => Promise<T>,
  { features = standardFeatures }: ComposedOf = {},
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
    return await work(createAccountBook(store.accounts, now));
  } finally {
    await store.close();
  }
}

/** Deletes expired rows from the database of a server. */
export async function cleanDatabase(
  config: Config,
  cleaning: Cleaning,
  { features = standardFeatures }: ComposedOf = {},
): Promise<number> {
  return clean(config, tablesOf(await loadFeatures(features)), cleaning);
}
