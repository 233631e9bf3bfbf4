import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readDsn } from "../config/dsn.ts";
import { connectReadOnly } from "./sqlite/read-only.ts";

/** A backup that was not made. The message says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/**
 * Writes a consistent copy of a database, also while servers run on it, to a new file that only its owner can read: a SQLite
 * database, or the custom format of `pg_dump`. A file that was begun is removed when it fails.
 */
export async function backUpDatabase(dsn: string, file: string): Promise<void> {
  const target = readDsn(dsn);
  if (target === undefined || target.kind === "memory")
    throw new BackupError("The dsn is memory, of which there is nothing to back up.");
  if (target.kind === "sqlite" && !existsSync(target.path))
    throw new BackupError(`There is no database file ${resolve(target.path)}: check dsn.`);
  createPrivate(file);
  try {
    if (target.kind === "sqlite") copySqlite(target.path, file);
    else await dumpPostgres(dsn, file);
    syncFile(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function createPrivate(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "wx", 0o600));
  } catch (cause) {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const message = isTaken
      ? `${resolve(file)} exists, and is not overwritten: name another file.`
      : `${resolve(file)} cannot be written: name a file in a folder that you may write.`;
    throw new BackupError(message, { cause });
  }
}

/** One read transaction: writers go on, and what they commit meanwhile is not in the copy. */
function copySqlite(path: string, file: string): void {
  const connection = connectReadOnly(path);
  try {
    connection.prepare("vacuum into ?").run(file);
  } finally {
    connection.close();
  }
}

/** `pg_dump` takes a snapshot. The password is in its environment, since every user of the machine can read its arguments. */
async function dumpPostgres(dsn: string, file: string): Promise<void> {
  const { url, password } = withoutPassword(dsn);
  const child = spawn("pg_dump", ["--format=custom", `--file=${file}`, `--dbname=${url}`], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) },
  });
  let says = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (says += text));
  try {
    const [code] = await once(child, "close");
    if (code === 0) return;
  } catch (cause) {
    throw new BackupError(NO_PG_DUMP, { cause });
  }
  throw new BackupError(`pg_dump failed: ${says.trim()}`);
}

const NO_PG_DUMP =
  "pg_dump is not on the path: install the client programs of PostgreSQL, of the version of the server or later, or use another method of backup.";

/** A password is before the host, or among the parameters, as for libpq. */
function withoutPassword(dsn: string): { url: string; password: string | undefined } {
  const [, before = "", own, rest = ""] =
    /^([^:]+:\/\/[^:@/?#]*):([^@/?#]*)(@.*)$/s.exec(dsn) ?? [];
  const url = own === undefined ? dsn : before + rest;
  const [, parameter] = /[?&]password=([^&#]*)/.exec(url) ?? [];
  const written = parameter ?? own;
  return {
    url: url.replace(/([?&])password=[^&#]*&?/, "$1").replace(/[?&]$/, ""),
    password: written === undefined ? undefined : decodeURIComponent(written),
  };
}

function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
