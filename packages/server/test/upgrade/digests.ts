import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { migrations } from "../support/tables.ts";

/** The digest of a migration for each database. */
export interface Digests {
  readonly sqlite: string;
  readonly postgres: string;
}

const file = new URL("digests.json", import.meta.url);

/** The digests of the migrations that were released, by name, oldest first. */
export function readDigests(): Readonly<Record<string, Digests>> {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The digests of the migrations as they are. */
export function computeDigests(): Readonly<Record<string, Digests>> {
  const sqlite = openSqlite(":memory:");
  const dialects = { sqlite: sqlite.dialect, postgres: { bytes: "bytea", in_key_order: "" } };
  void sqlite.close();
  return Object.fromEntries(
    migrations.map(({ name, statements }) => {
      const digest = (database: keyof typeof dialects): string =>
        createHash("sha256")
          .update(JSON.stringify(statements(dialects[database])))
          .digest("hex");
      return [name, { sqlite: digest("sqlite"), postgres: digest("postgres") }];
    }),
  );
}

/** Freezes the migrations as they are: part of a release. */
export function writeDigests(): void {
  writeFileSync(file, `${JSON.stringify(computeDigests(), undefined, 2)}\n`);
}
