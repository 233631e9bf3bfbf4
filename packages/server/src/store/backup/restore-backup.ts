import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createInflate } from "node:zlib";
import { keepsInMemory, readDsn } from "../../config/dsn.ts";
import { openStream } from "../../crypto/sealed-stream.ts";
import type { Migration } from "../migrations/migration.ts";
import { BackupError } from "./backup-error.ts";
import { explainFailure, explainUnreadable } from "./explain-failure.ts";
import { loadPostgres } from "./postgres.ts";
import { type Head, readRecords, type Records } from "./records.ts";
import { clearTables, countRows, createSchema, tablesMadeBy } from "./schema.ts";
import { loadSqliteFile } from "./sqlite.ts";
import type { Load } from "./stored-table.ts";
import { rowsIn } from "./write-backup.ts";

/** A backup that is to be restored. */
export interface RestoreOrder {
  readonly file: string;
  /** The database, which is empty or not there yet. */
  readonly dsn: string;
  /** One of them opens the file. */
  readonly secrets: readonly string[];
  /** Those of this version. */
  readonly migrations: readonly Migration[];
  readonly signal?: AbortSignal | undefined;
  /** Called with rows. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Makes a database that has what the backup has, with the migrations that its database had. Newer ones are the caller's to apply. If
 * anything fails or the process is killed, the database is as empty as it was: PostgreSQL commits everything at once, and a SQLite
 * file gets its name when it is complete.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Head> {
  const { file, signal, secrets } = order;
  const reading = readSealed(file, secrets);
  try {
    const records = await readRecords(reading.plain);
    const migrations = migrationsOf(records.head, order.migrations);
    return await loadInto(order.dsn, async (load) => {
      await load.run(() => createSchema(migrations, load.dialect));
      await loadRows(load, records, order);
      await reading.ended;
      return records.head;
    });
  } catch (cause) {
    const failed = "The backup was not restored";
    const left = "The database is as empty as it was.";
    throw explainFailure(explainUnreadable(cause, file), { failed, left, signal });
  } finally {
    await reading.close();
  }
}

/** A file that is being read: opened and decompressed. */
interface Reading {
  readonly plain: AsyncIterable<Uint8Array>;
  /** Settles when the whole file was read, and is authentic. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

function readSealed(file: string, secrets: readonly string[]): Reading {
  const plain = createInflate();
  const ended = pipeline(
    createReadStream(file),
    (sealed: AsyncIterable<Uint8Array>) => openStream(sealed, secrets),
    plain,
  );
  const settled = ended.catch(() => {}); // The same error ends the iteration of `plain`.
  return {
    plain,
    ended,
    async close() {
      plain.destroy();
      await settled;
    },
  };
}

/** The migrations that the database of the backup had, in order. */
function migrationsOf(
  { version, migrations: applied, tables }: Head,
  all: readonly Migration[],
): readonly Migration[] {
  const names = new Set(applied.map(({ name }) => name));
  const migrations = all.filter(({ name }) => names.delete(name));
  const [stranger] = names;
  if (stranger !== undefined)
    throw new BackupError(
      `The backup is of a newer version (${version}, migration ${stranger}): restore it with that version or a later one.`,
    );
  const made = tablesMadeBy(migrations);
  const held = tables.map(({ name, columns }) => ({ name, columns }));
  if (!isDeepStrictEqual(held, made))
    throw new BackupError(
      `The tables of the backup are not those that its migrations make: restore it with ${version}.`,
    );
  return migrations;
}

function loadInto<T>(dsn: string, work: (load: Load) => Promise<T>): Promise<T> {
  const target = readDsn(dsn);
  if (target?.kind === "postgres") return loadPostgres(dsn, work);
  if (target?.kind === "sqlite" && !keepsInMemory(dsn)) return loadSqliteFile(target.path, work);
  throw new BackupError(
    "A backup is restored into a database that lasts: name its dsn, such as sqlite://./data/latchkey.sqlite.",
  );
}

async function loadRows(
  load: Load,
  { head, batches }: Records,
  { signal, onProgress = () => {} }: RestoreOrder,
): Promise<void> {
  const total = rowsIn(head);
  let done = 0;
  onProgress(done, total);
  await load.run(() => clearTables(head.tables, head.migrations));
  for await (const { table, rows } of batches) {
    signal?.throwIfAborted();
    await load.insert(table, rows);
    onProgress((done += rows.length), total);
  }
  for (const table of head.tables) {
    const held = await load.run(() => countRows(table));
    if (held !== table.rows)
      throw new Error(`${table.name} has ${held} rows and not ${table.rows}.`);
  }
}
