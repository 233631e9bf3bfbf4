import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryDirectory } from "./databases.ts";
import { launch } from "./latchkey-process.ts";
import { startTestServer } from "../support/server.ts";

test("a server whose data folder is gone is alive and not ready, until it is back", async () => {
  const folder = join(temporaryDirectory(), "data");
  mkdirSync(folder);
  const { fetch, clock } = await startTestServer({
    dsn: `sqlite://${join(folder, "latchkey.sqlite")}`,
  });
  const statuses = async (): Promise<number[]> => {
    clock.now += 1; // The answer of a moment ago is remembered.
    const paths = ["ready", "alive"];
    const answers = paths.map((path) => fetch(`http://public.test/health/${path}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  renameSync(folder, `${folder}-away`);
  assert.deepEqual(await statuses(), [503, 200]);
  renameSync(`${folder}-away`, folder);
  assert.deepEqual(await statuses(), [200, 200]);
});

for (const words of [
  ["serve", "all"],
  ["migrate", "sql"],
  ["accounts", "list", "--database"],
]) {
  test(`latchkey ${words.join(" ")} on a file that is no database names the file and the remedy`, async () => {
    const cwd = temporaryDirectory();
    const file = join(cwd, "notes.txt");
    writeFileSync(file, "These are notes, and by no means a database. ".repeat(100));
    const settings = { dsn: `sqlite://${file}`, "secrets.system": "a secret of some length" };
    const { code, err } = await launch(words, { cwd, settings }).ended;
    assert.equal(code, 1);
    assert.ok(err.startsWith(`The database file ${file} is not a SQLite database: `), err);
    assert.match(err, /let dsn name another file, or move this one away/);
    assert.doesNotMatch(err, /\n {4}at /, "no stack");
  });
}
