import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Client } from "pg";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { migrations } from "../../../test/support/tables.ts";
import { dialects } from "../database/dialects.ts";
import { migrate } from "../migrations/migrate.ts";
import type { Migration } from "../migrations/migration.ts";
import { planMigrations } from "../migrations/plan.ts";
import { effectsOf } from "../migrations/statement-effects.ts";
import { openDatabase } from "../open.ts";

/** One of every form that a statement may have, on tables with rows. */
const example: Migration = {
  name: "9999-example",
  statements: () => [
    "alter table access_token add column device text",
    "alter table authorization_grant add column uses bigint not null default 0",
    "alter table login_session add column origin text default 'web' not null",
    "alter table flow set (fillfactor = 80)",
    "create index lease_holder on lease (holder)",
    "create unique index revision_value on revision (value, name)",
    "update revision set value = value",
    "insert into lease (name, holder, expires_at) values ('example', 'nobody', 0)",
    "create table example (id text primary key, client_id text references client (client_id))",
    "create index example_client on example (client_id)",
  ],
};

let client: Client;

describe("migrations, one after the other,", () => {
  before(async () => {
    client = new Client({ connectionString: await emptyPostgres() });
    await client.connect();
  });
  after(() => client.end());

  for (const { name, statements } of [...migrations, example]) {
    it(`PostgreSQL locks for ${name} what its plan says, and rewrites no table`, async () => {
      if (name === example.name) await fillTables();
      const files = await filesOfTables();
      const texts = statements(dialects.postgres);
      const planned = effectsOf(texts);
      const held = new Map<string, string>();
      await client.query("begin");
      for (const [index, sql] of texts.entries()) {
        await client.query(sql);
        const locks = planned[index]?.locks ?? [];
        for (const lock of locks.filter(({ mode }) => mode !== "row exclusive"))
          held.set(wordsOf(lock.table, lock.mode), sql);
        assert.deepEqual(
          (await locksHeld())
            .filter((lock) => files.has(lock.table))
            .map(textOf)
            .toSorted(),
          [...held.keys()].toSorted(),
          `after ${sql}`,
        );
      }
      await client.query("commit");
      const now = await filesOfTables();
      for (const [table, file] of files) assert.equal(now.get(table), file, table);
    });
  }

  it("PostgreSQL: a rewrite would be noticed", async () => {
    const files = await filesOfTables();
    await client.query("alter table session_visit alter column client_key type integer");
    assert.notEqual((await filesOfTables()).get("session_visit"), files.get("session_visit"));
  });
});

it("a plan for PostgreSQL has the sizes of tables, by estimate", async () => {
  const fresh = await emptyPostgres();
  const database = await openDatabase(fresh);
  const pending = { name: "9999-example", statements: example.statements };
  const all = [...migrations, pending];
  const empty = await planMigrations(database, "postgres", all);
  assert.equal(empty.migrations.length, all.length);
  assert.deepEqual(
    empty.migrations.flatMap((one) => one.statements.flatMap(({ locks }) => locks)),
    [],
    "no server uses what is created",
  );

  await migrate(database, migrations, 1);
  await database.write(function* fill() {
    yield {
      sql: `insert into lease (name, holder, expires_at)
        select n::text, '', 0 from generate_series(1, 1000) n`,
      values: [],
    };
  });
  await database.write(function* analyze() {
    yield { sql: "analyze lease, access_token", values: [] };
  });
  const { migrations: planned, lock_wait_ms } = await planMigrations(database, "postgres", all);
  assert.equal(lock_wait_ms, 500);
  const [{ name, servers, statements } = { statements: [] }] = planned;
  assert.deepEqual([planned.length, name, servers], [1, "9999-example", "unknown"]);
  const [column, , , , index] = statements;
  assert.deepEqual(
    { ...column, size: { rows: column?.size?.rows } },
    {
      does: "add column",
      table: "access_token",
      size: { rows: 0 },
      locks: [{ table: "access_token", mode: "access exclusive", blocks: "reads and writes" }],
      takes: "milliseconds",
    },
  );
  const { size, ...rest } = index ?? {};
  assert.deepEqual(rest, {
    does: "create index",
    table: "lease",
    locks: [{ table: "lease", mode: "share", blocks: "writes" }],
    takes: "by rows",
    seconds: 1,
  });
  assert.equal(size?.rows, 1_000);
  assert.ok((size.bytes ?? 0) > 1_000 * 20, String(size.bytes));
  await database.close();
});

async function fillTables(): Promise<void> {
  await client.query(
    `insert into login_session (sid, subject, authenticated_at, expires_at)
     select n::text, 'alice', 0, 0 from generate_series(1, 10000) n`,
  );
  await client.query(
    `insert into access_token
     select decode(lpad(to_hex(n), 8, '0'), 'hex'), 'photos', 0, 'alice', '', '', 0, 0 from generate_series(1, 10000) n`,
  );
}

interface HeldLock {
  readonly table: string;
  readonly mode: string;
}

/** The locks of this session on tables, but for those that every statement of a server takes. */
async function locksHeld(): Promise<readonly HeldLock[]> {
  const { rows } = await client.query(
    `select distinct relname::text as table, mode from pg_locks join pg_class on pg_class.oid = relation
     where pid = pg_backend_pid() and granted and relkind in ('r', 'p')
       and relnamespace = current_schema()::regnamespace
       and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
  );
  return rows;
}

/** The file that holds each table: another one after a rewrite. */
async function filesOfTables(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query(
    `select relname::text as name, relfilenode::bigint as file from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, file }) => [name, Number(file)]));
}

/** PostgreSQL lists `share row exclusive` as ShareRowExclusiveLock. */
function textOf({ table, mode }: HeldLock): string {
  return wordsOf(table, mode.replace(/Lock$/, "").replaceAll(/(?<=.)(?=[A-Z])/g, " "));
}

function wordsOf(table: string, mode: string): string {
  return `${table}: ${mode.toLowerCase()}`;
}
