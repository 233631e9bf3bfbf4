import type {
  backUpDatabase as BackUpDatabase,
  restoreDatabase as RestoreDatabase,
  verifyBackup as VerifyBackup,
} from "./backups.ts";
import type { checkUrls as CheckUrls } from "../outbound/check-urls.ts";
import type { checkFiles as CheckFiles } from "./check-files.ts";
import type {
  cleanDatabase as CleanDatabase,
  migrate as Migrate,
  migrationStatus as MigrationStatus,
  planMigrations as PlanMigrations,
  placementStatus as PlacementStatus,
  partition as Partition,
  partitionLayouts as PartitionLayouts,
  withMigratedStore as WithMigratedStore,
} from "./maintenance.ts";
import type { createServer as CreateServer } from "./server.ts";
import type { startServer as StartServer } from "./start.ts";

/**
 * Creates a server on the database of its settings.
 *
 * Like the other functions here it imports the server's code when it is called: commands that only read settings, and the
 * primary process, start in a fraction of the time and memory.
 */
export const createServer: typeof CreateServer = async (config, options) =>
  (await import("./server.ts")).createServer(config, options);

/** Starts a server on the addresses of its settings. */
export const startServer: typeof StartServer = async (config, options) =>
  (await import("./start.ts")).startServer(config, options);

/** Finds the URLs to which a server with these settings sends no requests, and the line of settings that would help. */
export const checkUrls: typeof CheckUrls = async (...options) =>
  (await import("../outbound/check-urls.ts")).checkUrls(...options);

/** Problems with the files that settings name. Empty when a server may start with them. */
export const checkFiles: typeof CheckFiles = async (...options) =>
  (await import("./check-files.ts")).checkFiles(...options);

/** Applies pending migrations and returns their names. */
export const migrate: typeof Migrate = async (...options) =>
  (await import("./maintenance.ts")).migrate(...options);

/** Returns which migrations were applied and which are pending. It changes nothing, and creates no database. */
export const migrationStatus: typeof MigrationStatus = async (...options) =>
  (await import("./maintenance.ts")).migrationStatus(...options);

/** Returns what the pending migrations will lock, and for how long. It changes nothing, and creates no database. */
export const planMigrations: typeof PlanMigrations = async (...options) =>
  (await import("./maintenance.ts")).planMigrations(...options);

/** Returns where the rows of each table are. None where the database is not distributed, or is not there. */
export const placementStatus: typeof PlacementStatus = async (...options) =>
  (await import("./maintenance.ts")).placementStatus(...options);
/** Partitions the tables that grow, in a PostgreSQL whose migrations were applied. Rejects with `PartitioningError`. */
export const partition: typeof Partition = async (...options) =>
  (await import("./maintenance.ts")).partition(...options);

/** Returns how tables are partitioned. It changes nothing. */
export const partitionLayouts: typeof PartitionLayouts = async (...options) =>
  (await import("./maintenance.ts")).partitionLayouts(...options);

/** Opens the database of a server, which may be running, for the duration of `work`, after migrating its schema. */
export const withMigratedStore: typeof WithMigratedStore = async (...options) =>
  (await import("./maintenance.ts")).withMigratedStore(...options);

/** Writes a backup of the database of a server, which may be running, to a new file. Rejects with `BackupError`. */
export const backUpDatabase: typeof BackUpDatabase = async (...options) =>
  (await import("./backups.ts")).backUpDatabase(...options);

/** Restores a backup into an empty database. Rejects with `BackupError`. */
export const restoreDatabase: typeof RestoreDatabase = async (...options) =>
  (await import("./backups.ts")).restoreDatabase(...options);

/** Restores a backup into a scratch database, and reads it. Rejects with `BackupError` at the first thing that is wrong. */
export const verifyBackup: typeof VerifyBackup = async (...options) =>
  (await import("./backups.ts")).verifyBackup(...options);

/** Deletes expired rows from the database of a server, which need not be running. */
export const cleanDatabase: typeof CleanDatabase = async (...options) =>
  (await import("./maintenance.ts")).cleanDatabase(...options);
