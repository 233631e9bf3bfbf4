import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { features } from "../../../cli/src/features.ts";
import { backUpDatabase, restoreDatabase } from "../../src/process/backups.ts";
import { databases, temporaryDirectory } from "../processes/databases.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { createTestServer, testConfig } from "../support/server.ts";
import { backUp, refusalOf, restore, rowsOf } from "./support.ts";

const [sqlite, postgres] = databases;
assert.ok(sqlite && postgres);

/** A server has run on it. */
async function usedDsn(emptyDsn: () => Promise<string>): Promise<string> {
  const dsn = await emptyDsn();
  const { server, latchkey } = await createTestServer({ dsn });
  await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
  await server.close();
  return dsn;
}

let dsn: string;
let file: string;
before(async () => {
  dsn = await usedDsn(sqlite.emptyDsn);
  file = await backUp(dsn);
});

describe("a file that is not as it was written", () => {
  const damaged =
    /is damaged: it was cut off or changed after it was written\. Use another backup\.$/;

  for (const { name, emptyDsn } of databases) {
    it(`is refused, and the database on ${name} stays empty`, async () => {
      const target = await emptyDsn();
      const bytes = readFileSync(file);
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bytes.length - 30) ^ 4, bytes.length - 30);
      const changed = join(temporaryDirectory(), "changed.backup");
      for (const content of [flipped, bytes.subarray(0, -1), bytes.subarray(0, bytes.length / 2)]) {
        writeFileSync(changed, content);
        const { message } = await refusalOf(restore(changed, target));
        assert.match(message, damaged);
        assert.deepEqual(await tablesOf(target), []);
      }
      await restore(file, target); // As empty as it was.
    });
  }

  it("is refused where it is no backup, or not there", async () => {
    const target = await sqlite.emptyDsn();
    const notes = join(temporaryDirectory(), "notes.txt");
    writeFileSync(notes, "These are notes, and by no means a backup. ".repeat(10));
    assert.match((await refusalOf(restore(notes, target))).message, /is no backup of latchkey/);
    const missing = await refusalOf(restore(`${notes}.gone`, target));
    assert.match(missing.message, /^There is no file .*notes\.txt\.gone\.$/);
  });
});

describe("the secret of a backup", () => {
  it("has to be in secrets.system, as any of them", async () => {
    const other = { dsn: await sqlite.emptyDsn(), "secrets.system": ["another system secret"] };
    const refusal = await refusalOf(restoreDatabase(testConfig(other), { features, file }));
    assert.match(
      refusal.message,
      /sealed with a secret that is not in secrets\.system: add the one/,
    );
    assert.equal(refusal.is_misconfigured, true);
    const secrets = ["another system secret", "a system secret for tests only"];
    await restoreDatabase(testConfig({ ...other, "secrets.system": secrets }), { features, file });
  });

  it("is read from beside a SQLite file, and never made up", async () => {
    const target = await sqlite.emptyDsn();
    const config = testConfig({ dsn: target, "secrets.system": [] });
    const refusal = await refusalOf(restoreDatabase(config, { features, file }));
    assert.match(
      refusal.message,
      /^secrets\.system is not set.* or put the secrets\.json of the server into \//,
    );
    assert.equal(refusal.is_misconfigured, true);
    const folder = dirname(pathOf(target));
    assert.deepEqual(readdirSync(folder), []);
    const secrets = { "secrets.system": ["a system secret for tests only"] };
    writeFileSync(join(folder, "secrets.json"), JSON.stringify(secrets));
    await restoreDatabase(config, { features, file });
  });
});

describe("a database that has something", () => {
  for (const { name, emptyDsn } of databases) {
    it(`on ${name} is not written to`, async () => {
      const target = await usedDsn(emptyDsn);
      const { message } = await refusalOf(restore(file, target));
      assert.match(message, name === "SQLite" ? /exists, and a backup/ : /has tables already/);
      const clients = await rowsOf(target, "select client_id from client");
      assert.equal(clients.length, 1);
    });
  }

  it("and files that another one left behind, which SQLite would write into the new one", async () => {
    const target = await sqlite.emptyDsn();
    writeFileSync(`${pathOf(target)}-wal`, "what was written last");
    const { message } = await refusalOf(restore(file, target));
    assert.match(message, /latchkey\.sqlite-wal is left of another database: remove it/);
    assert.ok(!existsSync(pathOf(target)));
  });
});

describe("a backup of nothing", () => {
  it("is not made", async () => {
    const empty = await postgres.emptyDsn();
    for (const [from, says] of [
      ["memory", /nothing to back up/],
      [await sqlite.emptyDsn(), /^There is no database file/],
      [empty, /^The database has no tables/],
    ] as const)
      assert.match((await refusalOf(backUp(from))).message, says);
  });

  it("is not made into a file that is there", async () => {
    const taken = join(temporaryDirectory(), "taken.backup");
    writeFileSync(taken, "mine");
    const made = backUpDatabase(testConfig({ dsn }), { features, file: taken });
    assert.match((await refusalOf(made)).message, /exists, and is not overwritten/);
    assert.equal(readFileSync(taken, "utf8"), "mine");
  });
});

describe("what is stopped in the middle", () => {
  for (const { name, emptyDsn } of databases) {
    it(`leaves no file, and on ${name} an empty database`, async () => {
      const folder = temporaryDirectory();
      const from = await usedDsn(emptyDsn);
      const backup = new AbortController();
      const stopped = backUpDatabase(testConfig({ dsn: from }), {
        features,
        file: join(folder, "stopped.backup"),
        signal: backup.signal,
        onProgress: () => backup.abort(),
      });
      assert.equal((await refusalOf(stopped)).message, "Stopped. No file was written.");
      assert.deepEqual(readdirSync(folder), []);

      const target = await emptyDsn();
      const restoring = new AbortController();
      const cut = restoreDatabase(testConfig({ dsn: target }), {
        features,
        file,
        signal: restoring.signal,
        onProgress: () => restoring.abort(),
      });
      const { message } = await refusalOf(cut);
      assert.equal(message, "Stopped. The database is as empty as it was.");
      assert.deepEqual(await tablesOf(target), []);
    });
  }
});

describe("a PostgreSQL that goes away in the middle", () => {
  it("leaves no file, and an empty database", async () => {
    const from = await usedDsn(postgres.emptyDsn);
    const folder = temporaryDirectory();
    const source = await startFaultProxy(from);
    after(() => source.close());
    const lost = backUpDatabase(testConfig({ dsn: source.dsn }), {
      features,
      file: join(folder, "lost.backup"),
      onProgress: () => source.drop(),
    });
    const refusal = await refusalOf(lost);
    assert.match(
      refusal.message,
      /^The backup was not made: .*connection.*\. No file was written\.$/i,
    );
    assert.deepEqual(readdirSync(folder), []);

    const empty = await postgres.emptyDsn();
    const target = await startFaultProxy(empty);
    after(() => target.close());
    const cut = restoreDatabase(testConfig({ dsn: target.dsn }), {
      features,
      file,
      onProgress: () => target.drop(),
    });
    const { message } = await refusalOf(cut);
    assert.match(
      message,
      /^The backup was not restored: .*connection.* The database is as empty as it was\.$/i,
    );
    assert.deepEqual(await tablesOf(empty), []);
    await restore(file, empty);
  });

  it("while it commits, is said to have an outcome that is not known", async () => {
    const empty = await postgres.emptyDsn();
    const target = await startFaultProxy(empty);
    after(() => target.close());
    target.cutAfterCommit();
    const { message } = await refusalOf(restore(file, target.dsn));
    assert.match(message, /the outcome is not known: if the database has tables, it has all rows/);
    assert.equal(target.cuts(), 1);
    const clients = await rowsOf(empty, "select client_id from client");
    assert.deepEqual(clients, [{ client_id: "photos" }]);
  });
});

function pathOf(target: string): string {
  return target.replace("sqlite://", "");
}

/** The tables of a database, and the files in the folder of one that is not there. */
async function tablesOf(target: string): Promise<readonly string[]> {
  if (target.startsWith("sqlite:")) return readdirSync(dirname(pathOf(target)));
  const sql =
    "select table_name::text as name from information_schema.tables where table_schema = 'public'";
  return (await rowsOf(target, sql)).map(({ name }) => String(name));
}
