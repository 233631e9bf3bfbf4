import { closeSync, fdatasync, fstatSync, openSync } from "node:fs";
import { promisify } from "node:util";

/** The write-ahead log of a SQLite file, as far as its bytes must reach the disk. */
export interface WriteAheadLog {
  /** Resolves when everything that was committed before is on the disk. */
  flush(): Promise<void>;
  close(): void;
}

/**
 * SQLite writes a commit to its log and, with `synchronous = full`, blocks the process until it is on disk. With `normal` it does
 * not wait. The log is flushed here instead, in the thread pool, before any caller is answered: the same system call on the same
 * file, but meanwhile requests are served, and other processes write.
 */
export function openWriteAheadLog(path: string, sync = promisify(fdatasync)): WriteAheadLog {
  let file: number | undefined;
  let broken: unknown;

  return {
    async flush() {
      if (broken !== undefined) throw broken;
      file ??= openSync(`${path}-wal`, "r"); // There since the first commit, until the last connection closes.
      try {
        if (fstatSync(file).nlink === 0) throw new Error(`The file ${path}-wal was removed.`);
        await sync(file);
      } catch (cause) {
        // After a failed fsync the kernel may drop the dirty pages, and the next fsync may succeed without them.
        broken = cause;
        throw cause;
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** A database in memory is not durable. */
export const noLog: WriteAheadLog = { flush: async () => {}, close: () => {} };
