import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open.ts";
import { copyPostgres, emptyPostgres } from "./postgres.ts";
import { migrations } from "./tables.ts";

let migrated: Promise<string> | undefined;

/** The DSN of a database of PostgreSQL with all tables, empty ones. Copying it takes a fraction of the time of the migrations. */
export async function migratedPostgres(): Promise<string> {
  return copyPostgres(await (migrated ??= migrateOne()));
}

async function migrateOne(): Promise<string> {
  const dsn = await emptyPostgres();
  const database = await openDatabase(dsn);
  await migrate(database, migrations, 0);
  await database.close();
  return dsn;
}
