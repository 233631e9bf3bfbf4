/** Which part of a list is read. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A part of a list. */
export interface Listing<T> {
  readonly items: readonly T[];
  /** The size of the whole list. */
  readonly total: number;
}
