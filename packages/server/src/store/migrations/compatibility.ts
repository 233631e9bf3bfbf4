import { integer } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { query } from "../database/statement.ts";
import { isTableMissing } from "../port/missing-schema.ts";
import type { AppliedMigration } from "./migration-table.ts";

/** This version cannot share the database. The message is one sentence that says what to do. */
export class IncompatibleDatabaseError extends Error {
  override readonly name = "IncompatibleDatabaseError";
}

/**
 * Throws when a server that knows these migrations cannot use a database to which those were applied. A migration that it does not
 * know was applied by a newer version, and says in `needs` which one a server must know to run beside that version.
 */
export function assertCompatible(
  known: readonly string[],
  applied: readonly AppliedMigration[],
): void {
  const [first] = known;
  if (applied.length > 0 && !applied.some(({ name }) => name === first)) {
    throw new IncompatibleDatabaseError(
      "The database was made by a version before 0.2.0, the first release, which no version upgrades: set dsn to an empty database.",
    );
  }
  const isKnown = new Set(known);
  for (const { name, needs } of applied) {
    if (isKnown.has(name) || needs === undefined || isKnown.has(needs)) continue;
    throw new IncompatibleDatabaseError(
      `A newer version has migrated the database (${name}), and this one cannot run beside it: start the newer version, or restore the backup of before the upgrade.`,
    );
  }
}

const selectOfHydra = query({
  returns: { found: integer },
  sql: "select count(*) as found from (select 1 as one from hydra_client, hydra_jwk limit 1) rows_of_hydra",
});

/** Throws where a database without our tables is that of an Ory Hydra, which settings written for it name in `dsn`. */
export async function assertNotHydra(database: Pick<Database, "read">): Promise<void> {
  try {
    await database.read(() => selectOfHydra({}));
  } catch (error) {
    if (isTableMissing(error)) return;
    throw error;
  }
  throw new IncompatibleDatabaseError(
    "The database of the dsn is Ory Hydra's own, in which Latchkey makes no tables: carry what it holds into an empty one with latchkey takeover -c FILE --to DSN, then start with --dsn DSN.",
  );
}
