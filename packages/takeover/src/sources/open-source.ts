import type { Source } from "../source.ts";
import type { Database } from "./databases/database.ts";
import { type Dsn, parseDsn } from "./databases/dsn.ts";
import { openLasting } from "./databases/lasting.ts";
import { openSqlite } from "./databases/sqlite.ts";
import { type HydraOptions, openHydra } from "./hydra/hydra-source.ts";

export type SourceOptions = HydraOptions;

/** Opens the database of another server to read it. Throws a `SourceError` with a sentence for people. */
export async function openSource(dsn: string, options: SourceOptions): Promise<Source> {
  const parsed = parseDsn(dsn);
  const database = await openLasting(() => openDatabase(parsed));
  try {
    return await openHydra(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The drivers are loaded by those that need them. */
async function openDatabase(dsn: Dsn): Promise<Database> {
  switch (dsn.database) {
    case "sqlite":
      return openSqlite(dsn.path);
    case "postgres": {
      const { openPostgres } = await import("./databases/postgres.ts");
      return openPostgres(dsn.url, dsn.tls);
    }
    case "mysql": {
      const { openMysql } = await import("./databases/mysql.ts");
      return openMysql(dsn.server, dsn.tls);
    }
  }
}
