import type { AuditEntry } from "@latchkey/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../session/session.ts";
import type { EntryFilter } from "./filter.ts";

/** Entries of the audit log, of which more can be fetched. */
interface EntryList {
  readonly items: readonly AuditEntry[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly retry: () => void;
  /** Absent where all are shown. */
  readonly showMore?: () => void;
}

const PAGE_SIZE = 50;

/** The entries that match, the newest first. */
export function useEntries(filter: EntryFilter): EntryList {
  const { latchkey } = useSession();
  const query = useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) =>
      latchkey.listAuditEntries(
        { ...filter, limit: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly AuditEntry[]) =>
      page.length < PAGE_SIZE ? undefined : page.at(-1)?.sequence,
    placeholderData: keepPreviousData,
  });
  return {
    items: query.data?.pages.flat(),
    error: query.error,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    ...(query.hasNextPage && { showMore: () => void query.fetchNextPage() }),
  };
}
