import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { type ColumnKind, hydraTables, type HydraVersion } from "./hydra-tables.ts";

/** Copies a database that `createHydraDatabase` wrote into another server, with the types that Ory Hydra gives its columns there. */
export async function copyHydraDatabase(
  from: { readonly path: string; readonly version: HydraVersion },
  to: "postgres" | "mysql",
  run: (sql: string, values: unknown[]) => Promise<unknown>,
): Promise<void> {
  const database = new DatabaseSync(from.path, { readOnly: true });
  const types = (from.version === "v26" ? LATER_TYPES : TYPES)[to];
  const quote = to === "mysql" ? "`" : '"';
  for (const [table, columns] of hydraTables(from.version)) {
    const names = columns.map(({ name }) => `${quote}${name}${quote}`).join(", ");
    // MySQL's type TIMESTAMP ends in 2038.
    const definitions = columns.map(({ name, kind }) =>
      name === "expires_at" && to === "mysql"
        ? `${name} DATETIME NULL`
        : `${quote}${name}${quote} ${types[kind]}`,
    );
    await run(`CREATE TABLE ${table} (${definitions.join(", ")})`, []);
    const places = columns.map((_, index) => (to === "mysql" ? "?" : `$${index + 1}`)).join(", ");
    const select = database.prepare(
      `SELECT ${columns.map(({ name }) => `"${name}"`).join(", ")} FROM "${table}"`,
    );
    select.setReadBigInts(true);
    for (const row of select.all()) {
      const values = columns.map(({ name, kind }) => convert(row[name], kind, to));
      await run(`INSERT INTO ${table} (${names}) VALUES (${places})`, values);
    }
  }
  database.close();
}

const POSTGRES: Readonly<Record<ColumnKind, string>> = {
  key: "VARCHAR(255)",
  text: "TEXT",
  list: "TEXT",
  json: "TEXT",
  time: "TIMESTAMP",
  flag: "BOOLEAN",
  number: "BIGINT",
  uuid: "UUID",
};
const MYSQL: Readonly<Record<ColumnKind, string>> = {
  ...POSTGRES,
  text: "LONGTEXT",
  list: "LONGTEXT",
  json: "LONGTEXT",
  time: "TIMESTAMP NULL",
  uuid: "CHAR(36)",
};
const TYPES = { postgres: POSTGRES, mysql: MYSQL };
const LATER_TYPES = {
  postgres: { ...POSTGRES, list: "JSONB", json: "JSONB" },
  mysql: { ...MYSQL, list: "JSON", json: "JSON" },
};

function convert(
  value: SQLOutputValue | undefined,
  kind: ColumnKind,
  to: "postgres" | "mysql",
): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (kind === "flag") return Number(value) === 1;
  if (kind === "time" && to === "mysql") return String(value).slice(0, 19);
  return String(value);
}
