import type { CompleteList, PagedList } from "../../queries/lists.ts";

/** What a table shows in place of its rows, or `rows`. */
export type TableState = "loading" | "failed" | "empty" | "no_match" | "rows";

type AnyList = CompleteList<unknown> | PagedList<unknown>;

/** Rows at hand are shown even when fetching them again failed; the error is then shown above them. */
export function tableState(list: AnyList): TableState {
  if (list.items === undefined) {
    return list.error === undefined || list.error === null ? "loading" : "failed";
  }
  if (list.items.length > 0) return "rows";
  return list.kind === "paged" && list.search !== "" ? "no_match" : "empty";
}

/** `50 of 520 clients`, `1 client matches`. */
export function describeCount(
  { items = [], total, search }: PagedList<unknown>,
  noun: string,
): string {
  const counted = `${total} ${noun}${total === 1 ? "" : "s"}`;
  const shown = items.length < total ? `${items.length} of ${counted}` : counted;
  if (search === "") return shown;
  return total === 1 ? `${shown} matches` : `${shown} match`;
}

/** By which column a complete list is sorted. */
export interface Sort {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

/** The sort after a press on a column header: a new column begins with its largest values, a second press reverses it. */
export function nextSort(sort: Sort | undefined, column: string): Sort {
  const isReversed = sort?.column === column && sort.direction === "descending";
  return { column, direction: isReversed ? "ascending" : "descending" };
}

/** The rows in order. Rows of equal value keep the order they came in. */
export function sortRows<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => number | string,
  direction: Sort["direction"],
): Item[] {
  const sign = direction === "ascending" ? 1 : -1;
  return [...items].sort((one, other) => sign * compare(valueOf(one), valueOf(other)));
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other));
}
