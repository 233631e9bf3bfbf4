import type { QueryKey } from "@tanstack/react-query";
import { type FetchPage, type PagedList, usePagedList } from "./lists.ts";
import { type SearchText, useSearchText } from "./use-search-text.ts";

/** The search field above a table. The server searches. */
export interface TableSearch extends SearchText {
  /** What the server looks into: `name, id or owner`. */
  readonly searchedFields: string;
}

/** A list with its search field: the properties `list` and `search` of a table. There can be one on a page. */
export function useSearchedList<Item>(
  key: QueryKey,
  fetchPage: FetchPage<Item>,
  searchedFields: string,
): { readonly list: PagedList<Item>; readonly search: TableSearch } {
  const search = useSearchText();
  const list = usePagedList(key, fetchPage, search.search);
  return { list, search: { ...search, searchedFields } };
}
