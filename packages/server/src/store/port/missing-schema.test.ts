import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openSqlite } from "../sqlite/sqlite.ts";
import { isTableMissing } from "./missing-schema.ts";

describe("a missing table is recognised", () => {
  it("on SQLite", async () => {
    const database = openSqlite(":memory:");
    const read = database.read(function* read() {
      yield { sql: "select 1 from absent", values: [] };
    });
    await assert.rejects(read, isTableMissing);
    await database.close();
  });

  it("on PostgreSQL, in any language", () => {
    const german = "Relation »absent« existiert nicht";
    assert.ok(isTableMissing(Object.assign(new Error(german), { code: "42P01" })));
  });

  it("and is no other rejected statement", () => {
    assert.ok(!isTableMissing(Object.assign(new Error("syntax error"), { code: "42601" })));
    assert.ok(!isTableMissing(new Error("database is locked")));
  });
});
