import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { command } from "../database/statement.ts";
import { openWriteAheadLog, type WriteAheadLog } from "./write-ahead-log.ts";
import { openSqlite } from "./sqlite.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-log-"));
after(() => rmSync(directory, { recursive: true }));

describe("the log of a SQLite file", () => {
  it("is flushed before a commit is acknowledged", async () => {
    const disk = heldDisk();
    const database = openSqlite(join(directory, "held.sqlite"), () => disk.log);
    let acknowledged = false;
    const written = database.write(() => makeTable({})).then(() => (acknowledged = true));
    await disk.asked;
    await nextTick();
    assert.equal(acknowledged, false);
    disk.release();
    await written;
    assert.equal(acknowledged, true);
    await database.close();
  });

  it("lets a write fail that the disk did not take, and every later one", async () => {
    const path = join(directory, "broken.sqlite");
    writeFileSync(`${path}-wal`, "");
    let failures = 0;
    const log = openWriteAheadLog(path, async () => {
      failures += 1;
      throw new Error("EIO: i/o error");
    });
    await assert.rejects(log.flush(), /EIO/);
    await assert.rejects(log.flush(), /EIO/);
    assert.equal(failures, 1); // A failed disk is not tried again: the next fsync may succeed without the lost pages.
    log.close();
  });

  it("is the file that SQLite writes beside the database", async () => {
    const path = join(directory, "real.sqlite");
    const database = openSqlite(path);
    await database.write(() => makeTable({}));
    const log = openWriteAheadLog(path);
    await log.flush();
    log.close();
    await database.close();
  });
});

const makeTable = command({ sql: "create table letter (text text)" });

/** A log whose flush waits until it is released. */
function heldDisk(): { log: WriteAheadLog; asked: Promise<void>; release: () => void } {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const flush = (): Promise<void> => {
    asked.resolve();
    return held.promise;
  };
  return {
    log: { flush, close: () => {} },
    asked: asked.promise,
    release: () => held.resolve(),
  };
}
