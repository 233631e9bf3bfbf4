import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { statement } from "../database/script.ts";
import { createTurns } from "./transactions.ts";
import { openSqlite } from "./sqlite.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-turns-"));
after(() => rmSync(directory, { recursive: true }));

describe("a SQLite file that another process writes to", () => {
  const path = join(directory, "shared.sqlite");
  let ours: Database;
  let theirs: DatabaseSync;
  before(async () => {
    const first = openSqlite(path);
    await first.write(() => makeTable());
    await first.close();
    ours = openSqlite(path); // As after a restart: nothing is new to this connection.
    theirs = new DatabaseSync(path);
  });
  after(async () => {
    theirs.close();
    await ours.close();
  });

  it("can be read and waited for at the same time, and is written when it is our turn", async () => {
    theirs.exec("begin immediate; insert into letter values ('theirs')");
    let written = false;
    const writing = ours.write(() => post("ours")).then(() => (written = true));
    for (let turn = 1; turn <= 50; turn += 1) {
      assert.deepEqual(await ours.read(() => letters()), []);
      await nextTurn();
    }
    assert.equal(written, false);

    theirs.exec("commit");
    await writing;
    const words = (await ours.read(() => letters())).map(({ words: said }) => said);
    assert.deepEqual(words, ["theirs", "ours"]);
  });

  it("is told apart from a statement that fails", async () => {
    await assert.rejects(
      ours.write(() => post(null)),
      /NOT NULL/,
    );
  });
});

describe("a SQLite file that another process has all to itself", () => {
  const path = join(directory, "taken.sqlite");
  const theirs = new DatabaseSync(path);
  const ours = new DatabaseSync(path);
  after(() => {
    theirs.close();
    ours.close();
  });

  it("is read as soon as it is let go", async () => {
    theirs.exec("create table letter (words text); begin exclusive");
    let read = false;
    const reading = createTurns(ours).read(() => {
      const rows = ours.prepare("select words from letter").all();
      read = true;
      return rows;
    });
    for (let turn = 1; turn <= 50; turn += 1) await nextTurn();
    assert.equal(read, false);

    theirs.exec("commit");
    assert.deepEqual(await reading, []);
  });
});

const makeTable = statement("create table letter (words text not null)");
const post = statement("insert into letter values ($1)");
const letters = statement<{ words: string }>("select words from letter");
