import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { migrations } from "../../../test/support/tables.ts";
import type { Database } from "../database/database.ts";
import { openForReading } from "../open.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { IncompatibleDatabaseError } from "./compatibility.ts";
import { migrate, readMigrationStatus } from "./migrate.ts";
import type { Migration } from "./migration.ts";
import { planMigrations, ROWS_PER_SECOND } from "./plan.ts";

const pending: Migration = {
  name: "0002-pending",
  statements: () => [
    "alter table lease add column device text",
    "create index lease_holder on lease (holder)",
    "create table device (id text primary key, name text references lease (name))",
    "vacuum",
  ],
};
const following: Migration = {
  name: "0003-following",
  needs: "0002-pending",
  statements: () => ["create index device_name on device (name)"],
};
const all = [...migrations, pending, following];

/** A database with every released migration. */
async function migrated(path = ":memory:"): Promise<Database> {
  const database = openSqlite(path);
  await migrate(database, migrations, 1);
  return database;
}

it("a plan for SQLite counts the rows, and locks the file for as long as an index is built", async () => {
  const database = await migrated();
  const rows = 3 * ROWS_PER_SECOND;
  await database.write(function* fill() {
    yield {
      sql: `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${rows})
        insert into lease select n, '', 0 from number`,
      values: [],
    };
  });
  const plan = await planMigrations(database, "sqlite", all);
  await database.close();
  const lock = { table: "*", mode: "write lock of the file", blocks: "writes" };
  assert.deepEqual(plan, {
    database: "sqlite",
    lock_wait_ms: 500,
    migrations: [
      {
        name: "0002-pending",
        statements: [
          {
            does: "add column",
            table: "lease",
            size: { rows },
            locks: [lock],
            takes: "milliseconds",
          },
          {
            does: "create index",
            table: "lease",
            size: { rows },
            locks: [lock],
            takes: "by rows",
            seconds: 3,
          },
          { does: "create table", table: "device", locks: [lock], takes: "milliseconds" },
          { does: "unknown", locks: [lock], takes: "unknown" },
        ],
        fills_rows: false,
        servers: "unknown",
      },
      {
        name: "0003-following",
        statements: [
          { does: "create index", table: "device", locks: [lock], takes: "milliseconds" },
        ],
        fills_rows: false,
        servers: "needs",
        needs: "0002-pending",
      },
    ],
  });
});

it("a plan changes nothing, also of a file that no server has open", async () => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-plan-"));
  after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "latchkey.sqlite");
  await (await migrated(path)).close();
  const database = await openForReading(`sqlite://${path}`);
  const status = () => readMigrationStatus(database, all);
  const before = await status();
  const { migrations: planned } = await planMigrations(database, "sqlite", all);
  assert.deepEqual(
    planned.map(({ name }) => name),
    ["0002-pending", "0003-following"],
  );
  assert.deepEqual(await status(), before);
  await database?.close();
});

it("where there is no database yet, nothing is locked", async () => {
  const { migrations: planned } = await planMigrations(undefined, "postgres", migrations);
  assert.equal(planned.length, migrations.length);
  const statements = planned.flatMap((one) => one.statements);
  assert.ok(statements.length > 50);
  assert.ok(statements.every(({ locks, takes }) => locks.length === 0 && takes === "milliseconds"));
  assert.ok(planned.every(({ servers }) => servers === "version before"));
});

it("a database that this version cannot use has no plan", async () => {
  const database = await migrated();
  const later = { name: "0004-later", needs: "0003-following", statements: () => [] };
  await migrate(database, [...migrations, later], 1);
  await assert.rejects(planMigrations(database, "sqlite", migrations), IncompatibleDatabaseError);
  await database.close();
});
