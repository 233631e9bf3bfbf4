import type { Reply } from "@latchkey/client";
import { useQuery } from "@tanstack/react-query";
import { isServed } from "../../served.ts";
import { readListPage } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";

/** How many records there are; undefined until that is known, and where the server has none of the kind. */
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
      const count = async (operation: Listed): Promise<number | undefined> =>
        isServed(operation) ? totalOf(await latchkey.call(operation, page, { signal })) : undefined;
      const [clients, accounts, workspaces] = await Promise.all([
        count("listOAuth2Clients"),
        count("listAccounts"),
        count("listWorkspaces"),
      ]);
      return { clients, accounts, workspaces };
    },
    staleTime: COUNTS_STALE_MS,
  });
  return { counts, isFetched };
}

type Listed = "listOAuth2Clients" | "listAccounts" | "listWorkspaces";

const COUNTS_STALE_MS = 60_000;
const UNKNOWN: RecordCounts = { clients: undefined, accounts: undefined, workspaces: undefined };

function totalOf(reply: Reply<readonly unknown[]>): number {
  return readListPage(reply, "").total;
}
