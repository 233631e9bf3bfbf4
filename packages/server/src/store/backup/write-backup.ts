import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createDeflate } from "node:zlib";
import { keepsInMemory, readDsn } from "../../config/dsn.ts";
import { sealStream } from "../../crypto/sealed-stream.ts";
import { assertCompatible } from "../migrations/compatibility.ts";
import { readApplied } from "../migrations/migration-table.ts";
import type { Migration } from "../migrations/migration.ts";
import { BackupError } from "./backup-error.ts";
import { explainFailure } from "./explain-failure.ts";
import { withPostgresSnapshot } from "./postgres.ts";
import { FORMAT, type Head, writeRecords } from "./records.ts";
import { countRows, tablesMadeBy } from "./schema.ts";
import { syncPath, withSqliteSnapshot } from "./sqlite.ts";
import type { Snapshot, StoredRow, StoredTable } from "./stored-table.ts";

/** A backup that is to be made. */
export interface BackupOrder {
  readonly dsn: string;
  readonly file: string;
  /** The file is sealed with it. */
  readonly secret: string;
  /** Those of this version. */
  readonly migrations: readonly Migration[];
  readonly version: string;
  /** Unix seconds. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with rows. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What a backup has. */
export interface BackupSize {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes what a database has at one moment, also while servers run on it, to a new file that only its owner can read. The file has
 * another name until it is complete.
 */
export async function writeBackup(order: BackupOrder): Promise<BackupSize> {
  const { file, signal } = order;
  assertFree(file);
  const draft = `${file}.${process.pid}.partial`;
  try {
    const head = await withSnapshot(order.dsn, (snapshot) => writeDraft(draft, snapshot, order));
    syncPath(draft);
    assertFree(file);
    renameSync(draft, file);
    syncPath(dirname(file));
    return { tables: head.tables.length, rows: rowsIn(head), bytes: statSync(file).size };
  } catch (cause) {
    const failed = "The backup was not made";
    throw explainFailure(cause, { failed, left: "No file was written.", signal });
  } finally {
    rmSync(draft, { force: true });
  }
}

function assertFree(file: string): void {
  if (existsSync(file))
    throw new BackupError(`${resolve(file)} exists, and is not overwritten: name another file.`);
}

function withSnapshot<T>(dsn: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const target = readDsn(dsn);
  if (target?.kind === "postgres") return withPostgresSnapshot(dsn, work);
  if (target?.kind === "sqlite" && !keepsInMemory(dsn))
    return withSqliteSnapshot(target.path, work);
  throw new BackupError("The dsn is memory, of which there is nothing to back up.");
}

async function writeDraft(draft: string, snapshot: Snapshot, order: BackupOrder): Promise<Head> {
  const { secret, signal } = order;
  const head = await readHead(snapshot, order);
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
  await pipeline(
    writeRecords(head, withProgress(snapshot, head, order)),
    createDeflate({ level: COMPRESSION }),
    (compressed) => sealStream(compressed, secret),
    createWriteStream(draft, { mode: 0o600, flags: "wx" }),
    { signal },
  );
  return head;
}

/** Most of the rows are sealed or random: more takes time and saves little. */
const COMPRESSION = 3;

async function readHead(
  snapshot: Snapshot,
  { migrations, version, now }: BackupOrder,
): Promise<Head> {
  const applied = await readApplied(snapshot, migrations[0]?.name ?? "");
  if (applied.length === 0)
    throw new BackupError("The database has no tables, so that there is nothing to back up.");
  const known = migrations.map(({ name }) => name);
  assertCompatible(known, applied);
  const stranger = applied.find(({ name }) => !known.includes(name));
  if (stranger !== undefined)
    throw new BackupError(
      `A newer version has migrated the database (${stranger.name}): back it up with that version.`,
    );
  const names = new Set(applied.map(({ name }) => name));
  const tables = [];
  for (const table of tablesMadeBy(migrations.filter(({ name }) => names.has(name))))
    tables.push({ ...table, rows: await snapshot.read(() => countRows(table)) });
  return { format: FORMAT, version, taken_at: now, migrations: applied, tables };
}

/** The rows of tables, counted as they are read. */
function withProgress(
  snapshot: Snapshot,
  head: Head,
  { onProgress = () => {} }: BackupOrder,
): (table: StoredTable) => AsyncIterable<readonly StoredRow[]> {
  const total = rowsIn(head);
  let done = 0;
  onProgress(done, total);
  return async function* counted(table) {
    for await (const rows of snapshot.rows(table)) {
      yield rows;
      onProgress((done += rows.length), total);
    }
  };
}

/** How many rows a backup has. */
export function rowsIn({ tables }: Head): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
