/** Completes the indexes of searches. */
export interface SearchCompletion {
  /**
   * Looks through some rows, of those that are searched, and indexes those that no search finds yet. Begins with the first rows,
   * or where a step before has ended. Rejects when a row could not be indexed.
   */
  completeSearch(from?: SearchPosition): Promise<SearchStep>;
  /** How many searches this process has made. */
  searches(): number;
}

/** Which rows the next step of `completeSearch` begins with. */
export interface SearchPosition {
  readonly index: number;
  readonly after: string;
}

interface SearchStep {
  /** How many rows were indexed. */
  readonly added: number;
  /** Undefined after the last step. */
  readonly next: SearchPosition | undefined;
}
