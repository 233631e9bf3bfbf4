import assert from "node:assert/strict";
import { it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { openDatabase, openForReading } from "../open.ts";
import { migrate, readMigrationStatus } from "./migrate.ts";
import { migrations } from "./migrations.ts";

const NOW = 1_800_000_000;

it("reads which migrations of a PostgreSQL are pending, without creating the table of migrations", async () => {
  const dsn = await emptyPostgres();
  const statusOf = async () => {
    const database = await openForReading(dsn);
    const read = await readMigrationStatus(database);
    await database?.close();
    return read;
  };
  const pending = migrations.map(({ name }) => ({ name, status: "pending" }));
  assert.deepEqual(await statusOf(), pending);
  assert.deepEqual(await statusOf(), pending);

  const database = await openDatabase(dsn);
  await migrate(database, NOW);
  await database.close();
  const applied = migrations.map(({ name }) => ({ name, status: "applied", applied_at: NOW }));
  assert.deepEqual(await statusOf(), applied);
});

it("takes a PostgreSQL that speaks another language for empty where it has no table of migrations", async () => {
  const message = "Relation »migration« existiert nicht";
  const read = () => Promise.reject(Object.assign(new Error(message), { code: "42P01" }));
  const pending = migrations.map(({ name }) => ({ name, status: "pending" }));
  assert.deepEqual(await readMigrationStatus({ read }), pending);
});
