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

/** A part of a list that may begin after an entry: what is inserted or deleted before that entry does not move it. */
export interface KeysetPage extends Page {
  /** `offset` counts from there; from the beginning when undefined. */
  readonly after?: Cursor | undefined;
}

/** The position of an entry in its list, also after the entry was deleted. */
export interface Cursor {
  /** Unix seconds; 0 where the list is ordered by id alone. */
  readonly at: number;
  readonly id: string;
}

/** A part of a list, and where the next one begins. */
export interface KeysetListing<T> extends Listing<T> {
  /** The position of the last entry; undefined when the list ends there. */
  readonly next: Cursor | undefined;
}
