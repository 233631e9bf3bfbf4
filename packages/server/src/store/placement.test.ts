import assert from "node:assert/strict";
import { migrations } from "../../test/support/tables.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { describeStore } from "../../test/store/conformance/conformance.ts";
import { refusedForms } from "../../test/store/refused-forms.ts";
import type { RawRow } from "./database/columns.ts";
import type { Database } from "./database/database.ts";
import { insertOne, selectOne, updateOne } from "./database/sql.ts";
import type { Script } from "./database/statement.ts";
import { migrate } from "./migrations/migrate.ts";
import { placementsOf } from "./migrations/placement.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

const placements = placementsOf(migrations);
/** Tables that grow with traffic, and the column by which a distributed database places their rows. */
const placedBy = Object.fromEntries(
  Object.entries(placements).flatMap(([table, placement]) =>
    typeof placement === "string" ? [] : [[table, placement.by]],
  ),
);

/** Statements that may reach rows wherever they are, each with its reason. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [/^(?:delete|select count\b).*\bexpires_at < \$\d/, "sweeps"],
  [/^select \S.* limit 10$|^select sealed\b[^(]*$|^delete from \w+$/, "the suite itself"],
  [
    /^update \w+_delivery set due_at = .* where delivery_id in \(/,
    "outboxes: what is due, for any server",
  ],
  [
    /^select id, webhook from integration .* from webhook_delivery where due_at = /,
    "outboxes: where the deliveries that were taken are sent",
  ],
  [
    /^select .* as value from \w+ (?:where \(.*\) > \(.*\) )?order by .* limit \$\d$/,
    "a job: sealed values of all rows, step by step",
  ],
  [/ like '\{"document_version"%' limit 1$/, "a test looks for columns that hold documents"],
  [/^select .* from inspected_flow where /, "lists of the inspector"],
  [
    /^select distinct flow_id from inspected_step where request_id/,
    "the inspector: by the id of a request",
  ],
  [/^select count\(\*\) as total from \( select 1 from login_session/, "a metric"],
  [
    /^select count\(\*\) as total from \( select 1 from pending_registration/,
    "the bound on registrations of users",
  ],
  [/^select .* from login_session where subject =/, "an administrator exports an account"],
  [
    /^delete from kept_token where provider_id =/,
    "an administrator decides that tokens of a provider are not kept",
  ],
  [/^delete from login_session where subject =/, "signs a user out in every browser"],
  [
    /^delete from authorization_grant where grant_id in \( select .* where client_id =/,
    "a job, after a client was deleted",
  ],
  [/^select distinct client_id from authorization_grant/, "sweeps: clients that have grants"],
  [
    /^select .* from authorization_grant where authorization_grant\.grant_id = \$1 *$/,
    "by the challenge of a consent; the inspector",
  ],
  [
    /^select grant_id from workspace_grant where bot_id =/,
    "a code of a workspace is exchanged, or a token revoked",
  ],
  [/^update workspace_grant set revoked_at = \$\d where bot_id =/, "an administrator disconnects"],
  [
    /^delete from workspace_grant where integration_id =/,
    "an administrator deletes an integration",
  ],
  [
    /webhook_delivery where integration_id =|^update webhook_delivery set target = /,
    "lists and deletions of an administrator",
  ],
  [
    /^select .* from failed_sign_in left join account |^delete from failed_sign_in where subject =/,
    "lists of operators, and the deletion of an account",
  ],
];

const observed = new Set<string>();
const normal = (sql: string): string => sql.replaceAll(/\s+/g, " ").trim();

const directory = mkdtempSync(join(tmpdir(), "latchkey-placement-"));
after(() => rmSync(directory, { recursive: true }));
let files = 0;

describeStore("SQLite, with its statements observed,", async () => {
  files += 1;
  const path = join(directory, `${files}.sqlite`);
  return () => observe(openSqlite(path));
});

it("every table has a place", async () => {
  const database = openSqlite(":memory:");
  await migrate(database, migrations, 1);
  const tables = await rowsOf(
    database,
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    Object.keys(placements).toSorted(),
  );
  for (const [table, column] of Object.entries(placedBy)) {
    const indexes = await rowsOf(
      database,
      `select name from pragma_index_list('${table}') where "unique" = 1`,
    );
    assert.ok(indexes.length > 0, table);
    for (const { name } of indexes) {
      const columns = await rowsOf(
        database,
        `select name from pragma_index_info('${String(name)}')`,
      );
      const hasColumn = columns.some((row) => row["name"] === column);
      assert.ok(hasColumn, `A unique index of ${table} has no ${column}.`);
    }
  }
  await database.close();
});

it("every statement on a table that grows says where its rows are, but for those listed here", () => {
  assert.ok(observed.size > 150, `${observed.size} statements were observed`);
  const strays = [...observed].filter(
    (sql) => !isPlaced(sql) && !exceptions.some(([pattern]) => pattern.test(sql)),
  );
  assert.deepEqual(strays, []);
});

it("no statement, and no migration, has a form that CockroachDB or YugabyteDB refuses", () => {
  const dialect = { bytes: "bytea", in_key_order: "" };
  const made = migrations.flatMap(({ statements }) => statements(dialect));
  const refused = [...observed, ...made].flatMap((sql) =>
    refusedForms.filter(({ pattern }) => pattern.test(sql)).map(({ form }) => `${form}: ${sql}`),
  );
  assert.deepEqual(refused, []);
});

it("every exception is needed", () => {
  const needed = [...observed].filter((sql) => !isPlaced(sql));
  for (const [pattern, reason] of exceptions)
    assert.ok(
      needed.some((sql) => pattern.test(sql)),
      reason,
    );
});

/** Whether the column of each table that grows is inserted, or compared with a value. */
function isPlaced(sql: string): boolean {
  return Object.entries(placedBy).every(([table, column]) => {
    if (!new RegExp(`(?:from|into|update|join) ${table}\\b`).test(sql)) return true;
    if (new RegExp(`^insert into ${table} \\([^)]*\\b${column}\\b`).test(sql)) return true;
    return new RegExp(`\\b(?:${table}\\.)?${column} (?:= |in \\()\\$\\d`).test(
      sql.replace(/^.*? where /, ""),
    );
  });
}

function observe(database: Database): Database {
  const note = (sql: string): void => void observed.add(normal(sql));
  const spy = function* spy<T>(script: Script<T>): Script<T> {
    let next = script.next([]);
    while (next.done !== true) {
      note(next.value.sql);
      next = script.next(yield next.value);
    }
    return next.value;
  };
  return {
    ...database,
    read: (script) => database.read(() => spy(script())),
    readStale: (script) => database.readStale(() => spy(script())),
    write: (script, options) => database.write(() => spy(script()), options),
    find(lookup, values) {
      note(selectOne(lookup));
      return database.find(lookup, values);
    },
    insert(...rows) {
      for (const { insertion } of rows) note(insertOne(insertion));
      return database.insert(...rows);
    },
    update(update, values, ...rows) {
      note(updateOne(update));
      for (const { insertion } of rows) note(insertOne(insertion));
      return database.update(update, values, ...rows);
    },
  };
}

function rowsOf(database: Database, sql: string): Promise<readonly RawRow[]> {
  return database.read(function* read(): Script<readonly RawRow[]> {
    return yield { sql, values: [] };
  });
}
