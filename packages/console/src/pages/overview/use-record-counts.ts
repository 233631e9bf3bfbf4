import type { Reply } from "@latchkey/client";
import { useQuery } from "@tanstack/react-query";
import { readListPage } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";

/** How many records there are; undefined until that is known. */
export interface RecordCounts {
  readonly clients: number | undefined;
  readonly accounts: number | undefined;
  readonly workspaces: number | undefined;
}

/** Counts records by lists of one row, whose header has the total. */
export function useRecordCounts(): {
  readonly counts: RecordCounts;
  /** Whether the server has answered, or cannot be reached. */
  readonly isFetched: boolean;
} {
  const { latchkey } = useSession();
  const { data: counts = UNKNOWN, isFetched } = useQuery({
    queryKey: ["counts"],
    queryFn: async ({ signal }) => {
      const page = { limit: 1, offset: 0 };
      const [clients, accounts, workspaces] = await Promise.all([
        latchkey.call("listOAuth2Clients", page, { signal }),
        latchkey.call("listAccounts", page, { signal }),
        latchkey.call("listWorkspaces", page, { signal }),
      ]);
      return {
        clients: totalOf(clients),
        accounts: totalOf(accounts),
        workspaces: totalOf(workspaces),
      };
    },
    staleTime: COUNTS_STALE_MS,
  });
  return { counts, isFetched };
}

const COUNTS_STALE_MS = 60_000;
const UNKNOWN: RecordCounts = { clients: undefined, accounts: undefined, workspaces: undefined };

function totalOf(reply: Reply<readonly unknown[]>): number {
  return readListPage(reply, "").total;
}
