/** Backups of the database of a server, which may be running. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readDsn } from "../config/dsn.ts";
import { withStoredSecrets } from "../config/generated-secrets.ts";
import type { Config } from "../config/settings.ts";
import { version } from "../context/version.ts";
import { createSealer } from "../crypto/sealed.ts";
import type { Feature } from "../feature/feature.ts";
import { type LoadedFeature, loadFeatures, tablesOf } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import { BackupError } from "../store/backup/backup-error.ts";
import { explainFailure } from "../store/backup/explain-failure.ts";
import { dropPostgresTables } from "../store/backup/postgres.ts";
import type { CountedTable, Head } from "../store/backup/records.ts";
import { restoreBackup } from "../store/backup/restore-backup.ts";
import { tablesMadeBy } from "../store/backup/schema.ts";
import { findDamage, removeDatabase } from "../store/backup/sqlite.ts";
import { type BackupSize, writeBackup } from "../store/backup/write-backup.ts";
import { migrationsOf } from "../store/migrations/migrations.ts";
import { openDatabase, openStore } from "../store/open.ts";
import { coreRowChecks, type RowsRead } from "../store/row-checks.ts";
import { migrate } from "./maintenance.ts";

/** A backup that is made, restored or verified. */
interface BackupUse {
  readonly file: string;
  /** What the server is composed of, beside its core; the standard features when left out. */
  readonly features?: readonly Feature[];
  readonly signal?: AbortSignal;
  /** Called with rows. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Writes a backup of the database of the settings to a new file. Rejects with `BackupError`. */
export async function backUpDatabase(
  config: Config,
  { features = standardFeatures, ...use }: BackupUse,
): Promise<BackupSize> {
  const migrations = migrationsOf(tablesOf(await loadFeatures(features)));
  const [secret = ""] = secretsOf(config);
  const { dsn } = config;
  return writeBackup({ ...use, dsn, secret, migrations, version, now: unixNow() });
}

/** What was restored. */
export interface Restored {
  /** The version that wrote the backup, and when. */
  readonly version: string;
  readonly taken_at: number;
  readonly tables: readonly CountedTable[];
  /** The migrations that were applied after that. */
  readonly applied: readonly string[];
}

/** Restores a backup into the database of the settings, which is empty or not there yet. Rejects with `BackupError`. */
export async function restoreDatabase(config: Config, use: BackupUse): Promise<Restored> {
  const { version: writer, taken_at, tables } = await restoreAsItWas(config, use);
  const { features = standardFeatures } = use;
  const { applied } = await migrate(config, { features });
  return { version: writer, taken_at, tables, applied };
}

/** With the migrations that the backup has. */
async function restoreAsItWas(
  config: Config,
  { features = standardFeatures, ...use }: BackupUse,
): Promise<Head> {
  const migrations = migrationsOf(tablesOf(await loadFeatures(features)));
  return restoreBackup({ ...use, dsn: config.dsn, secrets: secretsOf(config), migrations });
}

/** A table of a backup that was restored, and which of its rows were read as a server reads them. */
export interface VerifiedTable extends Partial<RowsRead> {
  readonly table: string;
  readonly rows: number;
}

/** A verification. `scratch`: the database to restore into, for as long as it takes; a SQLite file when left out. */
interface VerificationUse extends BackupUse {
  readonly scratch?: string;
}

/** Restores a backup into a scratch database, and reads it. Rejects with `BackupError` at the first thing that is wrong. */
export async function verifyBackup(
  config: Config,
  { scratch, ...use }: VerificationUse,
): Promise<readonly VerifiedTable[]> {
  const secrets = secretsOf(config);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-verify-"));
  const dsn = scratch ?? `sqlite://${join(folder, "scratch.sqlite")}`;
  try {
    const scratched = { ...config, dsn, "secrets.system": secrets };
    const { tables } = await restoreAsItWas(scratched, use);
    try {
      return await readBack(scratched, tables, use);
    } finally {
      await emptyDatabase(dsn, use);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function readBack(
  config: Config,
  tables: readonly CountedTable[],
  { file, features = standardFeatures }: BackupUse,
): Promise<readonly VerifiedTable[]> {
  try {
    const target = readDsn(config.dsn);
    const damage = target?.kind === "sqlite" ? findDamage(target.path) : undefined;
    if (damage !== undefined) throw new Error(damage);
    const rows = await readRows(config, await loadFeatures(features));
    return tables.map(({ name, rows: count }) => ({
      table: name,
      rows: count,
      ...rows.get(name),
    }));
  } catch (cause) {
    throw explainFailure(cause, {
      failed: `${file} is authentic and complete, but its database is not in order`,
      left: "Nothing was changed.",
    });
  }
}

/** How many rows of a table are read where there are many. */
const SAMPLE = 200;

async function readRows(
  config: Config,
  features: readonly LoadedFeature[],
): Promise<ReadonlyMap<string, RowsRead>> {
  // Migrates it, as a server does.
  const store = await openStore(await openDatabase(config.dsn), {
    sealer: createSealer(config["secrets.system"]),
    features: tablesOf(features),
    now: unixNow(),
    onUnreadable(error) {
      throw error; // A server leaves such a row out of a list.
    },
  });
  try {
    const rows = new Map<string, RowsRead>();
    const ofFeatures = features.flatMap((feature) => feature.rowChecks?.(store.tools) ?? []);
    for (const check of [...coreRowChecks(store), ...ofFeatures])
      rows.set(check.table, await check.readRows(SAMPLE));
    return rows;
  } finally {
    await store.close();
  }
}

/** Removes what was restored into a scratch database. */
async function emptyDatabase(
  dsn: string,
  { features = standardFeatures }: BackupUse,
): Promise<void> {
  const target = readDsn(dsn);
  if (target?.kind === "sqlite") return removeDatabase(target.path);
  const tables = tablesMadeBy(migrationsOf(tablesOf(await loadFeatures(features))));
  await dropPostgresTables(dsn, ["migration", ...tables.map(({ name }) => name)]);
}

/** The secrets of the settings, or those that a server stored beside its SQLite file. None are made. */
function secretsOf(config: Config): readonly string[] {
  const { dsn, "secrets.system": secrets } = withStoredSecrets(config);
  if (secrets.length > 0) return secrets;
  const target = readDsn(dsn);
  const also =
    target?.kind === "sqlite"
      ? `, or put the secrets.json of the server into ${resolve(dirname(target.path))}`
      : "";
  throw new BackupError(
    `secrets.system is not set, and backups are sealed with it: set it to that of the server${also}.`,
    { is_misconfigured: true },
  );
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
