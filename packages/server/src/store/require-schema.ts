import { readMigrationStatus } from "./migrations/migrate.ts";
import type { Migration } from "./migrations/migration.ts";
import { openForReading } from "./open.ts";
import { MissingSchemaError } from "./port/missing-schema.ts";

/** Rejects with `MissingSchemaError` where the database is not there or has pending migrations. It creates and changes nothing. */
export async function requireSchema(dsn: string, all: readonly Migration[]): Promise<void> {
  const database = await openForReading(dsn);
  try {
    const status = database === undefined ? [] : await readMigrationStatus(database, all);
    if (status.every(({ applied_at }) => applied_at === undefined))
      throw new MissingSchemaError("The database of this dsn does not exist, or has no tables.");
    if (status.some(({ applied_at }) => applied_at === undefined))
      throw new MissingSchemaError("The database schema is missing or incomplete.");
  } finally {
    await database?.close();
  }
}
