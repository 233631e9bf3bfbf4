import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createServer, loadConfig, withGeneratedSecrets } from "@latchkey/server";
import { features } from "../src/features.ts";
import { COMMAND } from "./run-command.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-backup-"));
const file = join(folder, "copies/one.backup");
const env = { DSN: sqliteIn("first") };

let server: Awaited<ReturnType<typeof start>>;
before(async () => {
  server = await start(env.DSN);
  await server.latchkey.createOAuth2Client({ body: { client_id: "photos" } });
  await server.latchkey.wellKnown(); // Makes a key.
  const { code, out, err } = await runInProcess(`backup --to ${file}`, { env });
  assert.equal(code, 0, err);
  assert.match(
    out,
    new RegExp(
      `^Wrote ${file}: \\d+ rows of \\d+ tables, ${statSync(file).size.toLocaleString("en")} bytes\\.\\n$`,
    ),
  );
  assert.match(
    err,
    /^It cannot be opened without the secrets: keep \/.*\/first\/secrets\.json too, /,
  );
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe("latchkey backup", () => {
  it("writes a file that only its owner can read, while a server runs", () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dirname(file)), ["one.backup"]);
  });

  it("asks for the file, and overwrites none", async () => {
    const missing = await runInProcess("backup", { env });
    assert.equal(missing.code, 2);
    assert.match(missing.err, /^Missing flag: --to/);
    const taken = await runInProcess(`backup --to ${file}`, { env });
    assert.equal(taken.code, 1);
    assert.match(
      taken.err,
      /^\S+one\.backup exists, and is not overwritten: name another file\.\n$/,
    );
  });

  it("names what is wrong with the database in one sentence", async () => {
    for (const [dsn, says] of [
      [sqliteIn("nowhere"), /^secrets\.system is not set/],
      ["memory", /^secrets\.system is not set/],
    ] as const) {
      const { code, err } = await runInProcess(`backup --to ${file}.none`, { env: { DSN: dsn } });
      assert.equal(code, 3);
      assert.match(err, says);
    }
    const secrets = { SECRETS_SYSTEM: "a secret of tests only" };
    for (const [dsn, says] of [
      [sqliteIn("nowhere"), /^There is no database file .*nowhere/],
      ["memory", /nothing to back up/],
      [
        "postgres://latchkey@127.0.0.1:1/latchkey",
        /^The backup was not made: .*connect.*No file was written\.$/s,
      ],
    ] as const) {
      const { code, err } = await runInProcess(`backup --to ${file}.none`, {
        env: { ...secrets, DSN: dsn },
      });
      assert.equal(code, 1);
      assert.match(err.trim(), says);
    }
    assert.deepEqual(globSync("{copies/*none*,nowhere}", { cwd: folder }), []);
  });

  it("stopped by a signal, leaves no file and says so", async () => {
    const stop = Promise.withResolvers<void>();
    const { code, err } = await runInProcess(`backup --to ${file}.stopped`, {
      env,
      progress: true,
      onErr: () => stop.resolve(),
      stopped: () => stop.promise,
    });
    assert.equal(code, 1);
    assert.match(err, /Stopped\. No file was written\.\n$/);
    assert.deepEqual(globSync("*stopped*", { cwd: dirname(file) }), []);
  });

  it("with no room for the file, leaves none and says so", () => {
    const { status, stderr } = spawnSync(
      "sh",
      [
        "-c",
        `ulimit -f 4 && exec "$0" "$@"`,
        process.execPath,
        COMMAND,
        "backup",
        "--to",
        `${file}.full`,
      ],
      { env, encoding: "utf8" },
    );
    assert.equal(stderr, "The backup was not made: the disk is full. No file was written.\n");
    assert.equal(status, 1);
    assert.deepEqual(globSync("*full*", { cwd: dirname(file) }), []);
  });
});

describe("latchkey restore", () => {
  it("makes a database on which a server starts with the same keys and clients", async () => {
    const dsn = sqliteIn("second");
    takeSecretsTo("second");
    const { code, out, err } = await runInProcess(`restore --from ${file} --to ${dsn}`);
    assert.equal(code, 0, err);
    assert.match(
      out,
      /^Restored \d+ rows of \d+ tables, as they were at \d{4}-\d\d-\d\dT[\d:]+Z\.\n$/,
    );
    const restored = await start(dsn);
    assert.deepEqual(await restored.latchkey.wellKnown(), await server.latchkey.wellKnown());
    const { client_id } = await restored.latchkey.getOAuth2Client({ id: "photos" });
    assert.equal(client_id, "photos");
    await restored.close();
  });

  it("asks for a file and a database", async () => {
    for (const [line, says] of [
      ["restore --to memory", /^Missing flag: --from/],
      [`restore --from ${file}`, /^Missing flag: --to/],
    ] as const) {
      const { code, err } = await runInProcess(line, { env });
      assert.equal(code, 2);
      assert.match(err, says);
    }
  });

  it("refuses a database that is there, and the wrong secret", async () => {
    const taken = await runInProcess(`restore --from ${file} --to ${env.DSN}`);
    assert.equal(taken.code, 1);
    assert.match(taken.err, /exists, and a backup is restored into a database that is not there/);
    const wrong = await runInProcess(`restore --from ${file} --to ${sqliteIn("third")}`, {
      env: { SECRETS_SYSTEM: "another secret of tests" },
    });
    assert.equal(wrong.code, 3);
    assert.match(
      wrong.err,
      /^\S+one\.backup is sealed with a secret that is not in secrets\.system/,
    );
    assert.ok(!existsSync(join(folder, "third")));
  });

  it("with no room for the database, leaves none and says so", () => {
    takeSecretsTo("full");
    const { status, stderr } = spawnSync(
      "sh",
      [
        "-c",
        `ulimit -f 64 && exec "$0" "$@"`,
        process.execPath,
        COMMAND,
        "restore",
        "--from",
        file,
        "--to",
        sqliteIn("full"),
      ],
      { encoding: "utf8" },
    );
    assert.match(
      stderr,
      /^The backup was not restored: .*(?:disk|full).* The database is as empty as it was\.\n$/,
    );
    assert.equal(status, 1);
    assert.deepEqual(readdirSync(join(folder, "full")), ["secrets.json"]);
  });
});

describe("latchkey backup verify", () => {
  it("prints the tables, and what was read of them", async () => {
    const { code, out, err } = await runInProcess(`backup verify ${file}`, { env });
    assert.equal(code, 0, err);
    assert.match(out, /^ {2}TABLE +ROWS +READ\n/);
    assert.match(out, /^ {2}client +1 +1$/m);
    assert.match(out, /^ {2}json_web_key +1 +1$/m);
    assert.match(
      err,
      /^\S+one\.backup is in order: \d+ rows\. The other \d+ tables are empty\.\n$/,
    );
  });

  it("prints JSON", async () => {
    const { out } = await runInProcess(`backup verify ${file} --format json`, { env });
    const tables: unknown = JSON.parse(out);
    assert.ok(Array.isArray(tables));
    assert.deepEqual(
      tables.find(({ table }) => table === "client"),
      { table: "client", rows: 1, read: 1, ended: 0 },
    );
  });

  it("exits with 1 and the reason where something is wrong", async () => {
    const notes = join(folder, "notes.backup");
    writeFileSync(notes, "These are notes, and by no means a backup. ".repeat(3));
    const { code, out, err } = await runInProcess(`backup verify ${notes}`, { env });
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^\S+notes\.backup is no backup of latchkey backup\.\n$/);
    const missing = await runInProcess("backup verify", { env });
    assert.equal(missing.code, 2);
  });

  it("leaves nothing in the temporary folder", async () => {
    const { TMPDIR } = process.env;
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    process.env["TMPDIR"] = temporary;
    try {
      const good = await runInProcess(`backup verify ${file}`, { env });
      const bad = await runInProcess(`backup verify ${file}`, {
        env: { SECRETS_SYSTEM: "another secret of tests" },
      });
      assert.deepEqual([good.code, bad.code], [0, 3]);
      assert.deepEqual(readdirSync(temporary), []);
    } finally {
      if (TMPDIR === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = TMPDIR;
    }
  });
});

function sqliteIn(name: string): string {
  return `sqlite://${join(folder, name, "latchkey.sqlite")}`;
}

function takeSecretsTo(name: string): void {
  mkdirSync(join(folder, name));
  copyFileSync(join(folder, "first/secrets.json"), join(folder, name, "secrets.json"));
}

async function start(dsn: string) {
  const loaded = loadConfig({ flags: { dsn }, features });
  assert.ok(loaded.ok);
  return createServer(withGeneratedSecrets(loaded.value.config), { features });
}
