import { StoreUnavailableError } from "../port/unavailable.ts";

/**
 * The error for the caller: `StoreUnavailableError` for temporary failures, others unchanged. When SQLite rejects a statement or
 * a commit, the transaction is rolled back, so nothing was written.
 */
export function describeFailure(error: unknown, is_open: boolean): unknown {
  if (!is_open) return new StoreUnavailableError("The store is closed.", { cause: error });
  const reason = reasons.get(resultCodeOf(error));
  return reason === undefined ? error : new StoreUnavailableError(reason, { cause: error });
}

/** Whether a call failed only because another process has locked the file. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === SQLITE_BUSY;
}

const SQLITE_BUSY = 5;

/** By SQLite's primary result codes. */
const reasons: ReadonlyMap<number, string> = new Map([
  [SQLITE_BUSY, "Another process locked the database file for too long."],
  [7, "There is not enough memory for the database."],
  [8, "The database file cannot be written to."],
  [10, "The disk of the database failed."],
  [13, "The disk of the database is full."],
  [14, "The database file cannot be opened."],
]);

/** Extended codes say more in their upper bits. */
function resultCodeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
}
