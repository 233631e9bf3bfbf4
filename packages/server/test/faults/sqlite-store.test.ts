import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fdatasync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createSealer } from "../../src/crypto/sealed.ts";
import { aGrant, anId, given, NOW } from "../store/conformance/example.ts";
import { openStore } from "../../src/store/open.ts";
import { openWriteAheadLog } from "../../src/store/sqlite/write-ahead-log.ts";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import type { Store } from "../../src/store/port/store.ts";
import { StoreUnavailableError } from "../../src/store/port/unavailable.ts";
import { temporaryDirectory } from "../processes/databases.ts";

const sealer = createSealer(["a system secret of some length"]);
const later = { generation_at_ms: NOW * 1000 + 5, client_epoch: 9, expires_at: NOW + 7_200 };

function newFile(): string {
  return join(temporaryDirectory(), "latchkey.sqlite");
}

/** All concurrent writes fail as unavailable; `outcome_unknown` is whether they may have been committed. */
async function assertUnavailable(store: Store, outcome_unknown: boolean): Promise<void> {
  const asked = [
    ...Array.from({ length: 5 }, () => store.seen_assertions.remember(randomBytes(32), NOW + 60)),
    store.leases.take(anId(), "sweeper 1", NOW, 60),
  ];
  for (const outcome of await Promise.allSettled(asked)) {
    assert.ok(outcome.status === "rejected");
    const { reason } = outcome;
    assert.ok(reason instanceof StoreUnavailableError, String(reason));
    assert.equal(reason.outcome_unknown, outcome_unknown);
  }
}

it("SQLite: a write that the disk did not take has an unknown outcome, and nothing is refused because of it", async () => {
  let isBroken = false;
  const sync = async (file: number): Promise<void> => {
    if (isBroken) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
    await promisify(fdatasync)(file);
  };
  const database = openSqlite(newFile(), (path) => openWriteAheadLog(path, sync));
  const store = await openStore(database, { sealer, now: NOW });
  const grant = await given(store, aGrant());
  isBroken = true;
  await assert.rejects(store.grants.redeem(grant, { ...later, redeemed_at_ms: 7 }), {
    name: "StoreUnavailableError",
    outcome_unknown: true,
  });
  await assertUnavailable(store, true);
  await store.close();
});

it("SQLite: a file that another process keeps to itself is unavailable until that lets go", async () => {
  const path = newFile();
  const store = await openStore(openSqlite(path), { sealer, now: NOW });
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  await assertUnavailable(store, false);
  other.exec("rollback");
  other.close();
  assert.equal(await store.leases.take("sweeper", "sweeper 1", NOW, 60), true);
  await store.close();
});

it("SQLite: a disk that is full is unavailable, nothing is half written, and it goes on when there is room", async () => {
  // The process may write files of up to 2 MiB; beyond that writes fail like on a full disk.
  const script = fileURLToPath(new URL("./fill-sqlite.ts", import.meta.url));
  const words = [
    "-c",
    'ulimit -S -f 2048 && exec "$0" "$1" "$2"',
    process.execPath,
    script,
    newFile(),
  ];
  const { stdout } = await promisify(execFile)("bash", words, { timeout: 60_000 });
  const report: Report = JSON.parse(stdout);
  const { failures, acknowledged, found, written_after } = report;
  assert.deepEqual([...new Set(failures)], ["StoreUnavailableError"]);
  assert.equal(found, acknowledged);
  assert.ok(acknowledged > 0);
  assert.equal(written_after, true);
});

/** What `fill-sqlite.ts` says. */
interface Report {
  readonly failures: readonly string[];
  readonly acknowledged: number;
  readonly found: number;
  readonly written_after: boolean;
}
