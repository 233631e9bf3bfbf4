import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readDigests } from "../../../test/upgrade/digests.ts";
import { featureTables, migrations } from "../../../test/support/tables.ts";
import { dialects } from "../database/dialects.ts";
import { expiringTablesOf } from "../tables/sweep.ts";
import type { Migration } from "./migration.ts";
import { effectsOf } from "./statement-effects.ts";

/** Tables that grow with users, clients and what is changed; those that grow with traffic have rows that expire. */
const OF_USERS = /^(?:account|api|audit|client|linked|taken|workspace)_?/;
const expiring = new Set(expiringTablesOf(featureTables).map(({ table }) => table));
const grows = (table: string): boolean => expiring.has(table) || OF_USERS.test(table);

/** What a migration must not do: servers of the version before run meanwhile, and on tables of any size. */
function findViolations({ name, statements, fill }: Migration): readonly string[] {
  const found = Object.values(dialects).flatMap((dialect) => {
    const texts = statements(dialect);
    return effectsOf(texts).flatMap((effect, index) => {
      const of = `${name}: "${texts[index]}"`;
      if (effect === undefined) return `${of} is of an unknown form.`;
      if (effect.restricts_rows) return `${of} can fail on rows that are stored.`;
      if (effect.reads_rows && grows(effect.table))
        return `${of} locks ${effect.table}, which grows, for as long as it has rows.`;
      return [];
    });
  });
  if (fill !== undefined) found.push(`${name} computes values of rows under its locks.`);
  return [...new Set(found)];
}

const released = new Set(Object.keys(readDigests()));

it("every migration since the release only adds, and holds no lock for as long as a table is large", () => {
  const since = migrations.filter(({ name }) => !released.has(name));
  assert.deepEqual(since.flatMap(findViolations), []);
});

it("every statement of the released migrations has a known form", () => {
  const unknown = migrations.flatMap(findViolations).filter((text) => /unknown form/.test(text));
  assert.deepEqual(unknown, []);
});

describe("a migration is refused that", () => {
  const refused: Readonly<Record<string, readonly [sql: string, why: RegExp]>> = {
    "builds an index on a table that grows with traffic": [
      "create index access_token_client on access_token (client_id)",
      /locks access_token, which grows/,
    ],
    "builds an index on a table that grows with users": [
      "create index account_state on account (state)",
      /locks account, which grows/,
    ],
    "lets servers of the version before fail with a unique index": [
      "create unique index lease_holder on lease (holder)",
      /can fail on rows/,
    ],
    "adds a column that has no default and may not be null": [
      "alter table login_session add column device text not null",
      /unknown form/,
    ],
    "rewrites a table for a default that is computed": [
      "alter table flow add column made bigint default (random())",
      /unknown form/,
    ],
    "changes the type of a column": [
      "alter table flow alter column version type integer",
      /unknown form/,
    ],
    "renames a column": ["alter table flow rename column version to revision", /unknown form/],
    "drops a column": ["alter table flow drop column stage", /unknown form/],
    "drops a table": ["drop table flow", /unknown form/],
    "updates rows of a table that grows": [
      "update access_token set scope = ''",
      /locks access_token, which grows/,
    ],
    "updates rows by what others hold": [
      "update lease set holder = (select name from revision)",
      /unknown form/,
    ],
    "copies rows": ["insert into lease select * from lease", /unknown form/],
  };
  for (const [what, [sql, why]] of Object.entries(refused)) {
    it(what, () => {
      const [violation = ""] = findViolations({ name: "0002-bad", statements: () => [sql] });
      assert.match(violation, why);
    });
  }

  it("computes values of rows", () => {
    const violations = findViolations({
      name: "0002-bad",
      statements: () => [],
      *fill() {},
    });
    assert.match(violations.join(), /computes values/);
  });
});

describe("a migration may", () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    "add a column that may be null": ["alter table access_token add column device text"],
    "add a column with a constant default": [
      "alter table access_token add column uses bigint not null default 0",
      "alter table access_token add column origin text default 'web' not null",
    ],
    "create a table with its indexes": [
      "create table device (id text primary key, at bigint not null)",
      "create unique index device_at on device (at)",
      "insert into device (id, at) values ('first', 1)",
    ],
    "fill a new column of a table of few rows": [
      "alter table json_web_key add column since bigint",
      "update json_web_key set since = signs_from",
    ],
    "build an index on a table of few rows": [
      "create index json_web_key_signs on json_web_key (signs_from)",
    ],
  };
  for (const [what, statements] of Object.entries(allowed)) {
    it(what, () => {
      assert.deepEqual(findViolations({ name: "0002-good", statements: () => statements }), []);
    });
  }
});
