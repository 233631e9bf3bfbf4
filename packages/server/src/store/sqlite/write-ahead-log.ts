import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

/** The write-ahead log of a SQLite file, as far as its bytes must reach the disk. */
export interface WriteAheadLog {
  /** Resolves when everything that was committed before is on the disk. */
  flush(): Promise<void>;
  close(): void;
}

/**
 * SQLite writes a commit to its log and, asked for FULL, waits for the disk: with the whole process. Asked for NORMAL it
 * leaves the waiting out, and we do that part ourselves, in the thread pool, before anybody hears of the commit. It is the
 * same system call on the same file; meanwhile requests are served, and other processes write.
 */
export function openWriteAheadLog(path: string, sync = promisify(fdatasync)): WriteAheadLog {
  let file: number | undefined;
  let broken: unknown;

  return {
    async flush() {
      if (broken !== undefined) throw broken;
      file ??= openSync(`${path}-wal`, "r"); // There since the first commit, until the last connection closes.
      try {
        await sync(file);
      } catch (cause) {
        // A disk that fails once forgets what it failed to write, and may say next time that all is well.
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

/** A database in memory promises nothing. */
export const noLog: WriteAheadLog = { flush: async () => {}, close: () => {} };
