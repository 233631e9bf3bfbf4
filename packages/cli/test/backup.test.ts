import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { createServer, loadConfig, withGeneratedSecrets } from "@latchkey/server";
import { emptyPostgres } from "../../server/test/support/postgres.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-backup-"));
after(() => rmSync(folder, { recursive: true }));

describe("latchkey backup of SQLite", () => {
  it("copies the database of a server that writes, and another server starts on the copy", async () => {
    const dsn = sqliteIn("first");
    const server = await start(dsn);
    await server.latchkey.createOAuth2Client({ body: { client_id: "before" } });
    const keys = await server.latchkey.wellKnown();
    const writes = writeMany(server);
    const file = join(folder, "copies/one.sqlite");
    const { code, out, err } = await backUp(dsn, file);
    await writes;
    await server.close();

    assert.equal(code, 0, err);
    assert.equal(out, `Wrote ${file}, ${statSync(file).size} bytes.\n`);
    assert.match(err, /^The secrets are not in it, .*: keep \/.*\/first\/secrets\.json too, /);
    assert.equal(statSync(file).mode & 0o777, 0o600);

    mkdirSync(join(folder, "second"));
    copyFileSync(file, join(folder, "second/latchkey.sqlite"));
    copyFileSync(join(folder, "first/secrets.json"), join(folder, "second/secrets.json"));
    const restored = await start(sqliteIn("second"));
    const { client_id } = await restored.latchkey.getOAuth2Client({ id: "before" });
    assert.equal(client_id, "before");
    assert.deepEqual(await restored.latchkey.wellKnown(), keys);
    await restored.close();
  });

  it("copies the database of a server that does not run", async () => {
    const { code } = await backUp(sqliteIn("first"), join(folder, "idle.sqlite"));
    assert.equal(code, 0);
  });

  it("overwrites no file, and leaves none where there is nothing to copy", async () => {
    const file = join(folder, "taken.sqlite");
    writeFileSync(file, "mine");
    const taken = await backUp(sqliteIn("first"), file);
    assert.equal(taken.code, 1);
    assert.match(taken.err, /taken\.sqlite exists, and is not overwritten: name another file\./);
    assert.equal(readFileSync(file, "utf8"), "mine");

    for (const [dsn, says] of [
      [sqliteIn("nowhere"), /There is no database file .*nowhere/],
      ["memory", /nothing to back up/],
    ] as const) {
      const { code, err } = await backUp(dsn, join(folder, "none.sqlite"));
      assert.equal(code, 1);
      assert.match(err, says);
    }
    assert.deepEqual(globSync("{none.sqlite,nowhere}", { cwd: folder }), []);
  });
});

describe("latchkey backup of PostgreSQL", () => {
  const dsn = "postgres://latchkey:s3%40cret@db.internal:5432,b:5432/latchkey?sslmode=require";

  it("gives pg_dump the password in its environment, and a file that only the owner reads", async () => {
    const programs = fakeProgram('echo "$@ $PGPASSWORD" > "${2#--file=}"');
    const file = join(folder, "fake.dump");
    const { code, err } = await withPath(programs, () => backUp(dsn, file));
    assert.equal(code, 0, err);
    assert.equal(
      readFileSync(file, "utf8"),
      `--format=custom --file=${file} --dbname=postgres://latchkey@db.internal:5432,b:5432/latchkey?sslmode=require s3@cret\n`,
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(err, /keep secrets\.system of your settings too/);
  });

  it("says why pg_dump failed, or that it is not there, and leaves no file", async () => {
    const file = join(folder, "failed.dump");
    const failing = fakeProgram("echo 'pg_dump: error: no route to host' >&2; exit 1");
    const failed = await withPath(failing, () => backUp(dsn, file));
    assert.equal(failed.code, 1);
    assert.match(failed.err, /^pg_dump failed: pg_dump: error: no route to host$/m);
    const missing = await withPath(join(folder, "no-programs"), () => backUp(dsn, file));
    assert.equal(missing.code, 1);
    assert.match(missing.err, /^pg_dump is not on the path: install the client programs/);
    assert.deepEqual(globSync("failed.dump", { cwd: folder }), []);
  });

  const [pg_dump] = globSync("/usr/lib/postgresql/*/bin/pg_dump").toSorted();
  it(
    "is restored by pg_restore into an empty database",
    { skip: pg_dump === undefined && "there are no client programs of PostgreSQL" },
    async () => {
      const programs = dirname(pg_dump ?? "");
      process.env["LATCHKEY_TEST_POSTGRES_BIN"] = programs;
      delete process.env["LATCHKEY_TEST_POSTGRES"];
      const [from, to] = [await emptyPostgres(), await emptyPostgres()];
      const server = await start(from, SECRETS);
      await server.latchkey.createOAuth2Client({ body: { client_id: "before" } });
      const keys = await server.latchkey.wellKnown();
      const file = join(folder, "real.dump");
      const { code, err } = await withPath(programs, () => backUp(from, file));
      await server.close();
      assert.equal(code, 0, err);

      const flags = ["--clean", "--if-exists", "--no-owner", `--dbname=${to}`, file];
      execFileSync(join(programs, "pg_restore"), flags);
      const restored = await start(to, SECRETS);
      assert.deepEqual(await restored.latchkey.wellKnown(), keys);
      await restored.latchkey.getOAuth2Client({ id: "before" });
      await restored.close();
    },
  );
});

const SECRETS = { "secrets.system": ["a system secret for tests only"] };

function sqliteIn(name: string): string {
  return `sqlite://${join(folder, name, "latchkey.sqlite")}`;
}

async function backUp(dsn: string, file: string) {
  return runInProcess(`backup ${file}`, { env: { DSN: dsn } });
}

async function start(dsn: string, settings: object = {}) {
  const loaded = loadConfig({ flags: { dsn, ...settings } });
  assert.ok(loaded.ok);
  return createServer(withGeneratedSecrets(loaded.value.config));
}

async function writeMany({ latchkey }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const names = Array.from({ length: 50 }, (_, index) => `during-${index}`);
  await Promise.all(names.map((client_id) => latchkey.createOAuth2Client({ body: { client_id } })));
}

/** A folder with a pg_dump that runs these commands of a shell. */
function fakeProgram(commands: string): string {
  const programs = mkdtempSync(join(folder, "programs-"));
  writeFileSync(join(programs, "pg_dump"), `#!/bin/sh\n${commands}\n`);
  chmodSync(join(programs, "pg_dump"), 0o755);
  return programs;
}

async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  process.env["PATH"] = path;
  try {
    return await work();
  } finally {
    process.env["PATH"] = PATH;
  }
}
