import type { FailedSignIn } from "@latchkey/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../session/session.ts";
import type { FailureFilter } from "./filter.ts";

/** Failed sign-ins, of which more can be fetched. */
interface FailureList {
  readonly items: readonly FailedSignIn[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly retry: () => void;
  /** Absent where all are shown. */
  readonly showMore?: () => void;
}

const PAGE_SIZE = 50;

/** Those that match, the latest first. */
export function useFailures(filter: FailureFilter): FailureList {
  const { latchkey } = useSession();
  const query = useInfiniteQuery({
    queryKey: ["failed-sign-ins", filter],
    queryFn: ({ pageParam, signal }) =>
      latchkey.listFailedSignIns(
        { ...filter, limit: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: readonly FailedSignIn[]) =>
      page.length < PAGE_SIZE ? undefined : page.at(-1)?.id,
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
