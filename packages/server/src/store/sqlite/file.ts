import { closeSync, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StoreUnavailableError } from "../port/unavailable.ts";

/** Creates the file if there is none, and returns its size. SQLite gives its other files the mode of this one. */
export function createFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a", 0o600);
  try {
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Why a file cannot be opened as a database, and what to do about it. */
export function explainOpening(path: string, cause: unknown): Error {
  const message = `The database file ${resolve(path)} ${adviceOn(cause)}`;
  return new Error(message, { cause });
}

function adviceOn(cause: unknown): string {
  switch (codeOf(cause)) {
    case SQLITE_NOTADB:
      return "is not a SQLite database: let dsn name another file, or move this one away to start with an empty database.";
    case SQLITE_CORRUPT:
      return "is damaged: restore it from a backup, or move it away to start with an empty database.";
    case "EISDIR":
      return "is a folder: let dsn name a file, such as one in that folder.";
    case "EEXIST":
    case "ENOTDIR":
      return "cannot be created, because a part of its path is a file and not a folder: let dsn name another path.";
    case "EACCES":
    case "EPERM":
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return "cannot be opened for writing: the user that runs the server must own the file and its folder, or let dsn name another file.";
    case "EROFS":
      return "is on a read-only file system: let dsn name a file on a writable one.";
    case "ENOSPC":
    case SQLITE_FULL:
      return "cannot be written, because the disk is full: free some space, or let dsn name a file on another disk.";
    default:
      return "cannot be opened: check the path that dsn names.";
  }
}

const SQLITE_PERM = 3;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** The name of a system error, or the primary number of one of SQLite's. */
function codeOf(cause: unknown): string | number {
  if (!(cause instanceof Error)) return "";
  if ("errcode" in cause) return Number(cause.errcode) & 0xff;
  return "code" in cause ? String(cause.code) : "";
}

/**
 * Returns a function that throws when the file of a database was removed or replaced. SQLite does not detect it: it continues with
 * the open files, which are gone when the server stops. Synchronous, because it precedes every commit and takes microseconds.
 */
export function watchPresence(path: string): () => void {
  const opened = statSync(path, { bigint: true });
  return () => {
    const present = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (present?.ino === opened.ino && present.dev === opened.dev) return;
    const message = `The database file ${resolve(path)} was removed or replaced while the server runs: put it back, or restart the server to use what is there now.`;
    throw new StoreUnavailableError(message, { needs_operator: true });
  };
}

/** Returns a function that rejects when files in the folder of a database cannot be written any more, or when the file is gone. */
export function watchStorage(
  path: string,
  assertPresent = watchPresence(path),
  writeProbe = writeAndRemove,
): () => Promise<void> {
  return async () => {
    assertPresent();
    await writeProbe(`${path}.probe-${process.pid}`);
  };
}

/** More than a file system stores inside its directory entries. */
const PROBE_BYTES = 16 * 1024;

/** Writes a small file to the disk, and removes it. A full or read-only disk does not let that happen. */
async function writeAndRemove(path: string): Promise<void> {
  try {
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES, 1));
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
