import type { Database, Dialect } from "../database/database.ts";
import { machines } from "./0001-machines.ts";
import { people } from "./0002-people.ts";
import { workspaces } from "./0003-workspaces.ts";
import { inspector } from "./0004-inspector.ts";
import { wholeRows } from "./0005-whole-rows.ts";
import { flowsInTwo } from "./0006-flows-in-two.ts";
import { endsInKeys } from "./0007-ends-in-keys.ts";
import { writeAttempts } from "./0008-write-attempts.ts";
import { signInFailures } from "./0009-sign-in-failures.ts";
import { clientOrigins } from "./0010-client-origins.ts";
import { search } from "./0011-search.ts";
import { type Script, statement } from "../database/script.ts";
import { isTransient } from "../port/unavailable.ts";

/** One step forward. There is no way back: an older server must be able to live with a newer schema. */
export interface Migration {
  readonly name: string;
  readonly statements: (dialect: Dialect) => readonly string[];
  /** What is computed from rows that are there already, in the same transaction. */
  readonly fill?: () => Script<void>;
}

/** Every migration, oldest first. */
export const migrations: readonly Migration[] = [
  machines,
  people,
  workspaces,
  inspector,
  wholeRows,
  flowsInTwo,
  endsInKeys,
  writeAttempts,
  signInFailures,
  clientOrigins,
  search,
];

const claim = statement(
  "insert into migration (name, applied_at) values ($1, $2) on conflict (name) do nothing returning name",
);
const applied = statement<{ name: string }>("select name from migration");

/**
 * Brings the schema up to date and names the migrations it applied.
 *
 * Two servers may start at once: a migration begins by writing its own name, so the second to come waits for the first
 * and then finds nothing left to do.
 */
export async function migrate(
  database: Database,
  now: number,
  onProgress?: (done: number, planned: number) => void,
): Promise<string[]> {
  await createMigrationTable(database);
  const done = new Set((await database.read(() => applied())).map((row) => row.name));
  const names: string[] = [];
  const planned = migrations.filter(({ name }) => !done.has(name));
  for (const [index, migration] of planned.entries()) {
    onProgress?.(index, planned.length);
    const mine = await database.write(
      function* apply() {
        const claimed = yield* claim(migration.name, now);
        if (claimed.length === 0) return false;
        for (const sql of migration.statements(database.dialect)) yield { sql, values: [] };
        if (migration.fill !== undefined) yield* migration.fill();
        return true;
      },
      { unlimited: true },
    );
    if (mine) names.push(migration.name);
  }
  return names;
}

const table = statement(
  "create table if not exists migration (name text primary key, applied_at bigint not null)",
);

async function createMigrationTable(database: Database): Promise<void> {
  try {
    await database.write(() => table(), { unlimited: true });
  } catch (error) {
    if (isTransient(error)) throw error;
    // PostgreSQL lets two `if not exists` race and tells the loser; by then the table is there.
    await database.write(() => table(), { unlimited: true });
  }
}
