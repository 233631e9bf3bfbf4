import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import { integer, text } from "../database/columns.ts";
import { command, query } from "../database/statement.ts";
import { openPostgres } from "./postgres.ts";
import { createStatementNames } from "./statement-names.ts";

describe("the names of prepared statements", () => {
  it("are the same in every process, and different for different statements", () => {
    const [one, other] = [createStatementNames(), createStatementNames()];
    other.nameOf("select 2");
    assert.equal(one.nameOf("select 1"), other.nameOf("select 1"));
    assert.notEqual(one.nameOf("select 1"), one.nameOf("select 2"));
    assert.match(one.nameOf("select 1") ?? "", /^latchkey_[0-9a-f]{32}$/);
  });

  it("are given up when a pooler loses them or has them already, once", () => {
    for (const code of ["26000", "42P05"]) {
      let calls = 0;
      const names = createStatementNames(() => (calls += 1));
      const fault = Object.assign(new Error(), { code });
      assert.equal(names.isAtFault(Object.assign(new Error(), { code: "23505" })), false);
      assert.notEqual(names.nameOf("select 1"), undefined);
      assert.deepEqual([names.isAtFault(fault), names.isAtFault(fault)], [true, true]);
      assert.equal(names.nameOf("select 1"), undefined);
      assert.equal(calls, 1);
    }
  });
});

/** What a pooler does that gives the next transaction another connection of the server. */
const forget = command({ sql: "deallocate all" });
const add = query({
  given: { amount: integer },
  returns: { total: integer },
  sql: "insert into tally (amount) values (:amount) returning (select coalesce(sum(amount), 0)::bigint from tally) as total",
});
const prepared = query({ returns: { name: text }, sql: "select name from pg_prepared_statements" });

describe("a database whose pooler loses prepared statements", async () => {
  const dsn = await emptyPostgres();
  let warnings = 0;
  const open = () =>
    openPostgres(dsn, {
      connections: 2,
      statement_ms: 20_000,
      connect_ms: 10_000,
      onUnprepared: () => (warnings += 1),
    });
  const database = open();
  after(() => database.close());
  await database.write(() => command({ sql: "create table tally (amount bigint)" })({}), {
    unlimited: true,
  });

  it("runs a read again", async () => {
    assert.equal((await database.read(() => prepared({}))).length, 1);
    await database.read(() => forget({}));
    assert.deepEqual(await database.read(() => prepared({})), [], "it has no name now");
    assert.equal(warnings, 1);
  });

  it("runs a transaction again from its beginning, and commits it once", async () => {
    const another = open();
    after(() => another.close());
    await another.write(() => add({ amount: 1 }));
    const totals = await another.write(function* script() {
      yield* add({ amount: 10 });
      if (warnings === 1) yield* forget({});
      yield* add({ amount: 100 });
      const [last] = yield* add({ amount: 1000 });
      return last?.total;
    });
    assert.equal(totals, 111); // The sum before the last row.
    assert.equal(warnings, 2);
  });
});
