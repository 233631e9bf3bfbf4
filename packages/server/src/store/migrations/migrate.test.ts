import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { createSealer } from "../../crypto/sealed.ts";
import type { Database } from "../database/database.ts";
import { openDatabase, openForReading, openStore } from "../open.ts";
import { isTableMissing } from "../port/missing-schema.ts";
import { isTransient } from "../port/unavailable.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { IncompatibleDatabaseError } from "./compatibility.ts";
import { migrate, readMigrationStatus } from "./migrate.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "../../../test/support/tables.ts";

const NOW = 1_800_000_000;

it("reads which migrations of a PostgreSQL are pending, without creating the table of migrations", async () => {
  const dsn = await emptyPostgres();
  const statusOf = async () => {
    const database = await openForReading(dsn);
    const read = await readMigrationStatus(database, migrations);
    await database?.close();
    return read;
  };
  const pending = migrations.map(({ name }) => ({ name, status: "pending" }));
  assert.deepEqual(await statusOf(), pending);
  assert.deepEqual(await statusOf(), pending);

  const database = await openDatabase(dsn);
  await migrate(database, migrations, NOW);
  await database.close();
  const applied = migrations.map(({ name }) => ({ name, status: "applied", applied_at: NOW }));
  assert.deepEqual(await statusOf(), applied);
});

it("takes a PostgreSQL that speaks another language for empty where it has no table of migrations", async () => {
  const message = "Relation »migration« existiert nicht";
  const read = () => Promise.reject(Object.assign(new Error(message), { code: "42P01" }));
  const pending = migrations.map(({ name }) => ({ name, status: "pending" }));
  assert.deepEqual(await readMigrationStatus({ read }, migrations), pending);
});

for (const [name, dsnOf] of Object.entries({
  SQLite: async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-"));
    after(() => rmSync(folder, { recursive: true }));
    return `sqlite://${join(folder, "hydra.sqlite")}`;
  },
  PostgreSQL: emptyPostgres,
})) {
  it(`leaves the database of an Ory Hydra on ${name} as it is, and names the command that reads it`, async () => {
    const database = await openDatabase(await dsnOf());
    after(() => database.close());
    for (const table of ["hydra_client", "hydra_jwk"])
      await database.write(function* create() {
        yield { sql: `create table ${table} (id text primary key)`, values: [] };
      });
    await assert.rejects(
      migrate(database, migrations, NOW),
      (error) =>
        error instanceof IncompatibleDatabaseError && /latchkey takeover/.test(error.message),
    );
    const status = await readMigrationStatus(database, migrations);
    assert.ok(status.every(({ applied_at }) => applied_at === undefined));
    await assert.rejects(
      database.read(function* select() {
        yield { sql: "select 1 from migration", values: [] };
      }),
      isTableMissing,
    );
  });
}

describe("a database that servers of other versions have migrated", () => {
  const prepared: Migration = { name: "0002-prepared", statements: () => [] };
  const changed: Migration = {
    name: "0003-changed",
    needs: prepared.name,
    statements: () => ["create table novelty (id text primary key)"],
  };
  /** A database as the newest version leaves it. */
  const newest = async (): Promise<Database> => {
    const database = openSqlite(":memory:");
    after(() => database.close());
    await migrate(database, [...migrations, prepared, changed], NOW);
    return database;
  };
  const open = (database: Database) =>
    openStore(database, { sealer: createSealer(["a system secret of some length"]), now: NOW });

  it("is used by a server of the version before, which prepared for the change", async () => {
    const database = await newest();
    assert.deepEqual(await migrate(database, [...migrations, prepared], NOW), []);
  });

  it("is refused by an older one, which changes nothing", async () => {
    const refused = (error: unknown) =>
      error instanceof IncompatibleDatabaseError &&
      /\(0003-changed\).*start the newer version/.test(error.message);
    await assert.rejects(open(await newest()), refused);
    const pending: Migration = {
      name: "0004-own",
      statements: () => ["create table own (id text)"],
    };
    const database = await newest();
    await assert.rejects(migrate(database, [...migrations, pending], NOW), refused);
    const applied = (await readMigrationStatus(database, migrations)).map(({ name }) => name);
    assert.ok(!applied.includes("0004-own"));
  });

  it("is used by any server where the change needs nothing", async () => {
    const database = openSqlite(":memory:");
    await migrate(database, [...migrations, prepared], NOW);
    const store = await open(database);
    await store.ping();
    await store.close();
  });

  it("makes a server that runs no longer ready", async () => {
    const database = openSqlite(":memory:");
    const store = await open(database);
    await store.ping();
    await migrate(database, [...migrations, prepared, changed], NOW);
    await assert.rejects(
      store.ping(),
      (error) => isTransient(error) && /0003-changed/.test(String(error)),
    );
    await store.close();
  });

  it("is refused where it was made before the first release", async () => {
    const database = openSqlite(":memory:");
    after(() => database.close());
    await database.write(function* asItWas() {
      yield {
        sql: "create table migration (name text primary key, applied_at bigint not null)",
        values: [],
      };
      yield { sql: "insert into migration values ('0001-machines', 1)", values: [] };
    });
    await assert.rejects(
      open(database),
      (error) =>
        error instanceof IncompatibleDatabaseError &&
        /before 0\.2\.0.*set dsn to an empty database\.$/.test(error.message),
    );
    const status = await readMigrationStatus(database, migrations);
    assert.ok(status.some(({ name, status: is }) => name === "0001-machines" && is === "unknown"));
  });
});
