import { codeOf } from "./error-code.ts";

/**
 * The database cannot serve this call now: it is unreachable, restarting, stalled, out of space, read-only or too busy. The
 * caller may try again later. Never thrown for a bug or for a statement that the database rejects.
 */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  /**
   * Whether the write may have been committed all the same. When it is false, nothing was written. A response must not claim
   * a definite outcome for a write whose outcome is unknown.
   */
  readonly outcome_unknown: boolean;
  /** Whether an operator must act: the database rejects the credentials, for example. */
  readonly needs_operator: boolean;

  constructor(message: string, options: UnavailableOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.outcome_unknown = options.outcome_unknown ?? false;
    this.needs_operator = options.needs_operator ?? false;
  }
}

interface UnavailableOptions {
  readonly cause?: unknown;
  readonly outcome_unknown?: boolean;
  readonly needs_operator?: boolean;
}

/**
 * Throws when a code or token was already used, but the first use may have been answered with a 503 because the database was
 * unavailable: the caller may be the same, and the first use is about to be undone.
 */
export function assertNoPendingUndo(
  used_at_ms: number | undefined,
  { wasUnavailable }: { wasUnavailable: (at_ms: number) => boolean },
): void {
  if (used_at_ms === undefined || !wasUnavailable(used_at_ms)) return;
  throw new StoreUnavailableError("A write of an outage may yet be undone.");
}

/** The kind of a failure, by which repeated ones are counted in the log: its message, and the codes of its causes. */
export function outageKindOf(error: unknown): string {
  const codes: string[] = [];
  for (let at = error; at instanceof Error && codes.length < MAX_CAUSES; at = at.cause) {
    codes.push(codeOf(at));
  }
  return [error instanceof Error ? error.message : typeof error, ...codes].join(" ");
}

const MAX_CAUSES = 5;

/** Whether an error, or its cause, is a temporary failure of the database: to be answered with a 503, never a 500. */
export function isTransient(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreUnavailableError) return true;
  }
  return false;
}

const SQLITE_FULL = 13;

/** Whether the disk of the database is full: so say the file system, SQLite or PostgreSQL, in the error or one of its causes. */
export function isOutOfSpace(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("errcode" in at && (Number(at.errcode) & 0xff) === SQLITE_FULL) return true;
    if (/^(?:ENOSPC|EDQUOT|EFBIG|53100)$/.test(codeOf(at))) return true;
  }
  return false;
}
