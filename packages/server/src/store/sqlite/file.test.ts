import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { createSealer } from "../../crypto/sealed.ts";
import { openStore } from "../open.ts";
import { watchStorage } from "./file.ts";
import { openWriteAheadLog } from "./write-ahead-log.ts";
import { openSqlite } from "./sqlite.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-sqlite-file-"));
after(() => rmSync(directory, { recursive: true, force: true }));

const newFolder = (name: string): string => {
  const folder = join(directory, name);
  mkdirSync(folder);
  return folder;
};

const openFresh = (path: string, openLog?: typeof openWriteAheadLog) =>
  openStore(openSqlite(path, openLog), {
    sealer: createSealer(["a secret of some length"]),
    now: 0,
  });

describe("a path that cannot be opened as a database is named, with what to do", () => {
  const folder = newFolder("opening");
  const text = join(folder, "notes.txt");
  writeFileSync(text, "These are notes, and by no means a database. ".repeat(100));
  const damaged = join(folder, "damaged.sqlite");
  writeFileSync(damaged, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(4_080, 7)]));

  const rows: readonly [string, string, RegExp][] = [
    ["a file of another kind", text, /is not a SQLite database: let dsn name another file/],
    ["a damaged database", damaged, /is (damaged|not a SQLite database): /],
    ["a folder", folder, /is a folder: let dsn name a file/],
    ["below a file", join(text, "x.sqlite"), /a part of its path is a file and not a folder/],
  ];
  for (const [what, path, message] of rows) {
    it(what, () => {
      assert.throws(
        () => openSqlite(path),
        (error) => {
          assert.ok(error instanceof Error);
          assert.ok(error.message.startsWith(`The database file ${path} `), error.message);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }
});

describe("a database whose files were removed or replaced acknowledges no write", () => {
  /** What a write results in after this was done to the files of a database, and whether they are needed again. */
  const writeAfter = async (name: string, change: (path: string) => void) => {
    const path = join(newFolder(name), "latchkey.sqlite");
    const store = await openFresh(path);
    await store.leases.take("sweeper", "this server", 0, 60);
    change(path);
    const written = store.leases.take("sweeper", "this server", 1, 60);
    return { path, store, written };
  };
  const removed =
    /^The database file .*latchkey\.sqlite was removed or replaced while the server runs/;

  it("when its folder is removed", async () => {
    const { store, written } = await writeAfter("folder", (path) =>
      rmSync(dirname(path), { recursive: true }),
    );
    await assert.rejects(written, {
      name: "StoreUnavailableError",
      message: removed,
      outcome_unknown: false,
    });
    await store.close();
  });

  it("when another file is in its place", async () => {
    const { store, written } = await writeAfter("other", (path) => {
      renameSync(path, `${path}.old`);
      writeFileSync(path, "");
    });
    await assert.rejects(written, { name: "StoreUnavailableError", message: removed });
    await store.close();
  });

  it("when only its write-ahead log is removed", async () => {
    const { store, written } = await writeAfter("log", (path) => rmSync(`${path}-wal`));
    await assert.rejects(written, { name: "StoreUnavailableError", outcome_unknown: true });
    await store.close();
  });

  it("until a folder that was moved away is back", async () => {
    const { path, store, written } = await writeAfter("away", (from) =>
      renameSync(dirname(from), `${dirname(from)}-away`),
    );
    await assert.rejects(written, { name: "StoreUnavailableError", message: removed });
    renameSync(`${dirname(path)}-away`, dirname(path));
    assert.equal(await store.leases.take("sweeper", "this server", 2, 60), true);
    await store.close();
  });
});

describe("a database whose files cannot be written any more does not respond to a ping", () => {
  it("when its folder is removed", async () => {
    const folder = newFolder("removed");
    const store = await openFresh(join(folder, "latchkey.sqlite"));
    rmSync(folder, { recursive: true });
    await assert.rejects(store.ping(), /was removed or replaced while the server runs/);
    await store.close();
  });

  it("when its folder is moved away, and until it is back", async () => {
    const folder = newFolder("moved");
    const store = await openFresh(join(folder, "latchkey.sqlite"));
    renameSync(folder, `${folder}-away`);
    await assert.rejects(store.ping(), /was removed or replaced while the server runs/);
    renameSync(`${folder}-away`, folder);
    await store.ping();
    await store.close();
  });

  it("when another file is in its place", async () => {
    const folder = newFolder("replaced");
    const path = join(folder, "latchkey.sqlite");
    const store = await openFresh(path);
    renameSync(path, `${path}.old`);
    const other = openSqlite(path);
    await assert.rejects(store.ping(), /was removed or replaced while the server runs/);
    await other.close();
    await store.close();
  });

  it("when the disk is full", async () => {
    const path = join(newFolder("full"), "latchkey.sqlite");
    const database = openSqlite(path);
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    let hasRoom = false;
    const check = watchStorage(path, undefined, async () => {
      if (!hasRoom) throw full;
    });
    await assert.rejects(check(), full);
    hasRoom = true;
    await check();
    await database.close();
  });

  it("when its disk takes no more bytes", async () => {
    const path = join(newFolder("no-room"), "latchkey.sqlite");
    const store = await openFresh(path);
    symlinkSync("/dev/full", `${path}.probe-${process.pid}`); // It opens, and refuses every byte as a full disk does.
    await assert.rejects(store.ping(), { code: "ENOSPC" });
    await store.ping(); // The probe removed the link.
    await store.close();
  });

  it("when a commit failed to reach the disk", async () => {
    let fails = false;
    const store = await openFresh(join(newFolder("broken"), "latchkey.sqlite"), (path) =>
      openWriteAheadLog(path, async () => {
        if (fails) throw new Error("EIO: i/o error");
      }),
    );
    fails = true;
    await assert.rejects(store.ping(), { name: "StoreUnavailableError", outcome_unknown: true });
    await store.close();
  });

  it("when its folder or the file became read-only", () => {
    const folder = newFolder("read-only");
    const asOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
    chmodSync(directory, 0o755);
    if (asOther !== undefined) chownSync(folder, asOther.uid, asOther.gid);
    const child = spawnSync(process.execPath, ["--input-type=module", "--eval", readOnlyChild], {
      ...asOther,
      env: { STORE: import.meta.dirname, FOLDER: folder },
      encoding: "utf8",
    });
    assert.equal(child.stdout, "before: ready\nread-only: EACCES\nafter: ready\n", child.stderr);
  });
});

/** The superuser may write everywhere, so this runs as another user. */
const readOnlyChild = `
  import { chmodSync } from "node:fs";
  const { STORE, FOLDER } = process.env;
  const { watchStorage } = await import(STORE + "/file.ts");
  const { openSqlite } = await import(STORE + "/sqlite.ts");
  openSqlite(FOLDER + "/latchkey.sqlite");
  const check = watchStorage(FOLDER + "/latchkey.sqlite");
  const say = async (when) =>
    console.log(when + ": " + (await check().then(() => "ready", (error) => error.code)));
  await say("before");
  chmodSync(FOLDER, 0o500);
  await say("read-only");
  chmodSync(FOLDER, 0o700);
  await say("after");
`;
