import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runSql } from "../../packages/server/test/support/sql.ts";
import type { Facts } from "./facts.ts";
import { loadIntoMariadb, type Mariadb } from "./mariadb.ts";
import type { Source } from "./source.ts";

/** Where copies of databases are made. */
export interface Places {
  readonly temporary: string;
  /** The URL of a PostgreSQL server, without a database. */
  readonly postgres: string;
  readonly mariadb: Mariadb | undefined;
}

/** Copies the database of a folder: the file, or the dump into a database; and with a MariaDB, the rows of the file into that. */
export async function copySources(facts: Facts, places: Places): Promise<readonly Source[]> {
  const dump = join(facts.folder, "hydra.sql");
  if (existsSync(dump)) return [await loadDump(facts, dump, places)];
  const file = copyFile(facts, places);
  const sources: Source[] = [
    {
      kind: "SQLite",
      dsn: `sqlite://${file}`,
      count: async (table) => {
        const database = new DatabaseSync(file, { readOnly: true });
        const row = database.prepare(`select count(*) as n from "${table}"`).get();
        database.close();
        return Number(row?.["n"]);
      },
    },
  ];
  const { mariadb } = places;
  if (mariadb !== undefined) sources.push(await loadIntoMariadb(mariadb, file, nameOf(facts)));
  return sources;
}

function copyFile({ folder, name }: Facts, { temporary }: Places): string {
  const target = join(temporary, `${name}.sqlite`);
  for (const suffix of ["", "-wal"]) {
    const from = join(folder, `hydra.sqlite${suffix}`);
    if (existsSync(from)) copyFileSync(from, `${target}${suffix}`);
  }
  return target;
}

/** A dump of `pg_dump`. Its lines for `psql` and its owners are left out. */
async function loadDump(facts: Facts, path: string, { postgres }: Places): Promise<Source> {
  const database = `source_${nameOf(facts)}`;
  await runSql(`${postgres}/postgres`, `create database ${database}`);
  const dsn = `${postgres}/${database}`;
  const lines = readFileSync(path, "utf8").split("\n");
  const text = lines.filter((line) => !/^\\|^ALTER .* OWNER TO /.test(line)).join("\n");
  await runSql(dsn, text);
  return {
    kind: "PostgreSQL",
    dsn,
    count: async (table) => {
      const [row] = await runSql(dsn, `select count(*) as n from public."${table}"`);
      return Number(row?.["n"]);
    },
  };
}

/** A name for databases. */
export function nameOf({ name }: Facts): string {
  return name.replaceAll(/\W/g, "_");
}
