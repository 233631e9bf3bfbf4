import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { optional, text } from "../database/columns.ts";
import { command, query } from "../database/statement.ts";
import { createTransactions } from "./transactions.ts";
import { openSqlite } from "./sqlite.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-transactions-"));
after(() => rmSync(directory, { recursive: true }));

describe("a SQLite file that another process writes to", () => {
  const path = join(directory, "shared.sqlite");
  let ours: Database;
  let theirs: DatabaseSync;
  before(async () => {
    const first = openSqlite(path);
    await first.write(() => makeTable({}));
    await first.close();
    ours = openSqlite(path); // As after a restart: this connection made no changes.
    theirs = new DatabaseSync(path);
  });
  after(async () => {
    theirs.close();
    await ours.close();
  });

  it("can be read meanwhile, and is written once it is free", async () => {
    theirs.exec("begin immediate; insert into letter values ('theirs')");
    let written = false;
    const writing = ours.write(() => post({ words: "ours" })).then(() => (written = true));
    for (let tick = 1; tick <= 50; tick += 1) {
      assert.deepEqual(await ours.read(() => letters({})), []);
      await nextTick();
    }
    assert.equal(written, false);

    theirs.exec("commit");
    await writing;
    const rows = await ours.read(() => letters({}));
    assert.deepEqual(
      rows.map(({ words }) => words),
      ["theirs", "ours"],
    );
  });

  it("does not retry a statement that fails", async () => {
    await assert.rejects(
      ours.write(() => post({ words: undefined })),
      /NOT NULL/,
    );
  });
});

describe("a SQLite file that another process has locked exclusively", () => {
  const path = join(directory, "taken.sqlite");
  const theirs = new DatabaseSync(path);
  const ours = new DatabaseSync(path);
  after(() => {
    theirs.close();
    ours.close();
  });

  it("is read as soon as it is unlocked", async () => {
    theirs.exec("create table letter (words text); begin exclusive");
    let read = false;
    const reading = createTransactions(ours).read(() => {
      const rows = ours.prepare("select words from letter").all();
      read = true;
      return rows;
    });
    for (let tick = 1; tick <= 50; tick += 1) await nextTick();
    assert.equal(read, false);

    theirs.exec("commit");
    assert.deepEqual(await reading, []);
  });
});

const makeTable = command({ sql: "create table letter (words text not null)" });
const post = command({
  given: { words: optional(text) },
  sql: "insert into letter values (:words)",
});
const letters = query({ returns: { words: text }, sql: "select words from letter" });
