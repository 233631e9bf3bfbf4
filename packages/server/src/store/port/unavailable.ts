/**
 * The database cannot serve this call now: it is unreachable, restarting, stalled, out of space, read-only or too busy. The
 * caller may try again later. Never thrown for a bug or for a statement that the database refuses.
 */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  /**
   * Whether the write may have been committed all the same. When it is false, nothing was written. A response must not claim
   * a definite outcome for a write whose outcome is unknown.
   */
  readonly outcome_unknown: boolean;
  /** Whether waiting alone will not help: the database refuses the credentials, say. */
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
 * Refuses to judge a second use of a code or token by a first one that may have been answered 503, because the database was
 * unavailable when it was written: the caller may be the same, and the first use is about to be undone.
 */
export function assertWasAnswered(
  used_at_ms: number | undefined,
  { wasUnavailable }: { wasUnavailable: (at_ms: number) => boolean },
): void {
  if (used_at_ms === undefined || !wasUnavailable(used_at_ms)) return;
  throw new StoreUnavailableError("A write of an outage may yet be undone.");
}

/** Whether an error, or what caused it, is trouble of the database that passes: to be answered 503, never 500. */
export function isTransient(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreUnavailableError) return true;
  }
  return false;
}
