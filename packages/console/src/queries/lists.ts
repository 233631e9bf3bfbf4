import { type Page, parseLink, type Reply, unwrap } from "@latchkey/client";
import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  type UseQueryResult,
} from "@tanstack/react-query";

interface List<Item> {
  /** Undefined until the first response. While a new search is fetched, the previous rows stay. */
  readonly items: readonly Item[] | undefined;
  /** Why the last fetch failed; null or undefined where it did not. */
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** A list of which all rows are at hand, so that they can be sorted in the browser. */
export interface CompleteList<Item> extends List<Item> {
  readonly kind: "complete";
}

/** A list that the server searches and returns page by page. */
export interface PagedList<Item> extends List<Item> {
  readonly kind: "paged";
  /** How many rows match on the server, shown or not. */
  readonly total: number;
  /** The search that `items` and `total` answer; empty where there was none. */
  readonly search: string;
  /** Fetches the next page. Absent on the last one. */
  readonly showMore?: () => void;
}

/** What is sent to an operation that lists. */
export type ListRequest = Page & { readonly search?: string };

/** Calls an operation that lists. */
export type FetchPage<Item> = (
  request: ListRequest,
  options: { readonly signal: AbortSignal },
) => Promise<Reply<readonly Item[]>>;

/** One page of a list, as its reply describes it. */
export interface ListPage<Item> {
  readonly search: string;
  readonly items: readonly Item[];
  readonly total: number;
  /** Where the next page is; undefined on the last one. */
  readonly next: Page | undefined;
}

const PAGE_SIZE = 50;

/** Fetches a list page by page. `key` names the list and everything but the search that it depends on. */
export function usePagedList<Item>(
  key: QueryKey,
  fetchPage: FetchPage<Item>,
  search = "",
): PagedList<Item> {
  const query = useInfiniteQuery({
    queryKey: [...key, { search }],
    queryFn: async ({ pageParam, signal }) =>
      readListPage(await fetchPage(listRequest(pageParam, search), { signal }), search),
    initialPageParam: { limit: PAGE_SIZE, offset: 0 },
    getNextPageParam: ({ next }: ListPage<Item>) => next,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  return {
    kind: "paged",
    items: pages?.flatMap(({ items }) => items),
    total: pages?.at(-1)?.total ?? 0,
    search: pages?.at(-1)?.search ?? "",
    error: query.error,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    ...(query.hasNextPage && { showMore: () => void query.fetchNextPage() }),
  };
}

/** A list whose rows are all loaded. `query` is the one that loads them, where they have one of their own. */
export function completeList<Item>(
  items: readonly Item[] | undefined,
  query?: Pick<UseQueryResult, "error" | "isFetching" | "refetch">,
): CompleteList<Item> {
  return {
    kind: "complete",
    items,
    error: query?.error,
    isFetching: query?.isFetching ?? false,
    retry: () => void query?.refetch(),
  };
}

/** The parameters of a request for one page. An empty search is left out. */
export function listRequest({ limit, offset }: Page, search: string): ListRequest {
  return { limit, offset, ...(search !== "" && { search }) };
}

/** Reads a page from its body and its `Link` and `X-Total-Count` headers; throws where the reply is an error. */
export function readListPage<Item>(reply: Reply<readonly Item[]>, search: string): ListPage<Item> {
  const items = unwrap(reply);
  const total = Number(reply.headers.get("x-total-count") ?? items.length);
  return { search, items, total, next: parseLink(reply.headers.get("link")).next };
}
