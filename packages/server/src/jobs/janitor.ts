import type { Config } from "../config/settings.ts";
import { openDatabase } from "../store/open.ts";
import { countExpired, type ExpiringKind, sweep } from "../store/tables/sweep.ts";

/** What to remove, and how much at a time. */
export interface Cleaning {
  /** Unix seconds: what expired before. */
  readonly expired_before: number;
  /** How many rows of a table one transaction removes. */
  readonly batch_size: number;
  /** After how many rows to stop. */
  readonly limit: number;
  /** Everything that expires, unless told. */
  readonly kinds?: readonly ExpiringKind[];
  /** Told before the first batch and after each. */
  readonly onProgress?: (removed: number, found: number) => void;
}

/**
 * Removes expired rows from a database that a server may be running on, and says how many. The server's own sweeper need
 * not be kept away: each row is removed once, by whoever comes first.
 */
export async function cleanDatabase(config: Config, cleaning: Cleaning): Promise<number> {
  const { expired_before, batch_size, limit, kinds, onProgress } = cleaning;
  const database = await openDatabase(config.dsn);
  try {
    const found = Math.min(limit, await countExpired(database, expired_before, kinds));
    let removed = 0;
    onProgress?.(removed, found);
    while (removed < limit) {
      const at_most = limit - removed;
      const rows = await sweep(database, expired_before, batch_size, { kinds, at_most });
      removed += rows;
      onProgress?.(removed, found);
      if (rows === 0) break;
    }
    return removed;
  } finally {
    await database.close();
  }
}
