import type { Script } from "../database/statement.ts";
import { readEach, type ReportUnreadable } from "../port/documents.ts";
import type { Listing } from "../port/page.ts";

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
