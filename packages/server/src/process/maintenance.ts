/** Work on the database of a server, which need not be running. */

import { type AccountBook, createAccountBook } from "../accounts/accounts.ts";
import { withGeneratedSecrets } from "../config/generated-secrets.ts";
import type { Config } from "../config/settings.ts";
import { createSealer } from "../crypto/sealed.ts";
import {
  migrate as migrateDatabase,
  type MigrationStatus,
  readMigrationStatus,
} from "../store/migrations/migrate.ts";
import { openDatabase, openForReading, openStore } from "../store/open.ts";
import { requireSchema } from "../store/require-schema.ts";

/** Applies pending migrations and returns their names. */
export async function migrate(
  config: Config,
  onProgress?: (done: number, planned: number) => void,
  onBlocked?: (sentence: string) => void,
): Promise<{ applied: string[] }> {
  const database = await openDatabase(config.dsn);
  try {
    const now = Math.floor(Date.now() / 1000);
    return { applied: await migrateDatabase(database, now, { onProgress, onBlocked }) };
  } finally {
    await database.close();
  }
}

/** Returns which migrations were applied and which are pending. It changes nothing, and creates no database. */
export async function migrationStatus(config: Config): Promise<MigrationStatus[]> {
  const database = await openForReading(config.dsn);
  try {
    return await readMigrationStatus(database);
  } finally {
    await database?.close();
  }
}

/** Opens the accounts of a server for the duration of `work`. Rejects with `MissingSchemaError` where there is no database. */
export async function withAccounts<T>(
  config: Config,
  work: (accounts: AccountBook) => Promise<T>,
): Promise<T> {
  await requireSchema(config.dsn);
  const now = (): number => Math.floor(Date.now() / 1000);
  const store = await openStore(await openDatabase(config.dsn), {
    sealer: createSealer(withGeneratedSecrets(config)["secrets.system"]),
    now: now(),
  });
  try {
    return await work(createAccountBook(store.accounts, now));
  } finally {
    await store.close();
  }
}
