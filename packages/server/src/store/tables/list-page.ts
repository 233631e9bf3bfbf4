import type { Script } from "../database/statement.ts";
import { readEach, type ReportUnreadable } from "../port/documents.ts";
import type { Cursor, KeysetListing, Listing, Page } from "../port/page.ts";

/** Reads a page of a list and its size, in one transaction. A row that cannot be read is reported and left out. */
export function* listPage<Row, T>(
  page: Script<readonly Row[]>,
  count: Script<readonly { readonly total: number }[]>,
  read: (row: Row) => T,
  report: ReportUnreadable,
): Script<Listing<T>> {
  const rows = yield* page;
  const [all] = yield* count;
  return { items: readEach(rows, read, report), total: all?.total ?? 0 };
}

/** How a list is read whose rows are ordered by what their documents hold, and no column does. */
interface SortedRows<Row, T> {
  /** In the order of a key. */
  readonly select: (page: Page) => Script<readonly Row[]>;
  readonly count: Script<readonly { readonly total: number }[]>;
  readonly read: (row: Row) => T;
  readonly compare: (one: T, other: T) => number;
  readonly report: ReportUnreadable;
}

/** More are listed in the order of their key: for each page, all documents of the list are read. */
const MAX_SORTED = 2_000;

/** As `listPage`, in the order of `compare`, which is stable for entries that it holds equal: by their key. */
export function* listSorted<Row, T>(
  { select, count, read, compare, report }: SortedRows<Row, T>,
  page: Page,
): Script<Listing<T>> {
  const [{ total } = { total: 0 }] = yield* count;
  if (total > MAX_SORTED) return { items: readEach(yield* select(page), read, report), total };
  const rows = yield* select({ limit: MAX_SORTED, offset: 0 });
  const items = readEach(rows, read, report).toSorted(compare);
  return { items: items.slice(page.offset, page.offset + page.limit), total };
}

/** How the rows of a list that is continued after an entry are read. */
interface KeysetRows<Row, T> {
  /** Undefined for a row that is left out. */
  readonly read: (row: Row) => T | undefined;
  readonly cursorOf: (row: Row) => Cursor;
  readonly report: ReportUnreadable;
}

/**
 * The entries of a page, of whose rows one more than `limit` was selected: if it is there, the list goes on. The next page
 * begins after the last row, whether or not that can be read.
 */
export function readKeysetPage<Row, T>(
  selected: readonly Row[],
  limit: number,
  { read, cursorOf, report }: KeysetRows<Row, T>,
): Pick<KeysetListing<T>, "items" | "next"> {
  const rows = selected.slice(0, limit);
  const last = selected.length > limit ? rows.at(-1) : undefined;
  return { items: readEach(rows, read, report), next: last && cursorOf(last) };
}
