import type { Config } from "../config/settings.ts";
import { isTableMissing, MissingSchemaError } from "../store/port/missing-schema.ts";
import { openDatabase } from "../store/open.ts";
import { requireSchema } from "../store/require-schema.ts";
import { migrationsOf } from "../store/migrations/migrations.ts";
import type { ExpiringKind, StoredTables } from "../store/tables/stored-tables.ts";
import { countExpired, sweep, sweepsOf } from "../store/tables/sweep.ts";

/** What to delete, and how much at a time. */
export interface Cleaning {
  /** Unix seconds: rows that expired before are deleted. */
  readonly expired_before: number;
  /** The rows of a table that one transaction deletes. */
  readonly batch_size: number;
  /** The maximum number of rows to delete. */
  readonly limit: number;
  /** All kinds when left out. */
  readonly kinds?: readonly ExpiringKind[];
  /** Called before the first batch and after each. */
  readonly onProgress?: (removed: number, found: number) => void;
}

/**
 * Deletes expired rows from a database and returns their number. A server may be running on it: its sweeper and this delete
 * each row once. Rejects with `MissingSchemaError` where migrations have to be applied first.
 */
export async function cleanDatabase(
  config: Config,
  features: readonly StoredTables[],
  cleaning: Cleaning,
): Promise<number> {
  const { expired_before, batch_size, limit, kinds, onProgress } = cleaning;
  await requireSchema(config.dsn, migrationsOf(features));
  const sweeps = sweepsOf(features);
  const database = await openDatabase(config.dsn);
  try {
    const found = Math.min(limit, await countExpired(database, sweeps, expired_before, kinds));
    let removed = 0;
    onProgress?.(removed, found);
    while (removed < limit) {
      const at_most = limit - removed;
      const rows = await sweep(database, sweeps, expired_before, batch_size, { kinds, at_most });
      removed += rows;
      onProgress?.(removed, found);
      if (rows === 0) break;
    }
    return removed;
  } catch (cause) {
    if (!isTableMissing(cause)) throw cause;
    throw new MissingSchemaError("The database schema is missing or incomplete.", { cause });
  } finally {
    await database.close();
  }
}
