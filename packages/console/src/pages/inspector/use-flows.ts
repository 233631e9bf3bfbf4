import type { FlowFilter, FlowSummary } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { type CompleteList, completeList } from "../../queries/lists.ts";
import { useSession } from "../../session/session.ts";
import { changesSince, mergeFlows } from "./merge-flows.ts";

const POLL_INTERVAL_MS = 1000;
/** How many flows are shown at most. */
export const MAX_FLOWS = 200;

interface KnownFlows {
  readonly flows: readonly FlowSummary[];
  /** Where the server continues: it returns what changed after. */
  readonly cursor: string;
}

/** The latest flows that match the filter. While live, polls for those that changed. */
export function useFlows(filter: FlowFilter, isLive: boolean): CompleteList<FlowSummary> {
  const { latchkey } = useSession();
  const queryKey = ["flows", filter];
  const query = useQuery({
    queryKey,
    queryFn: async ({ client, signal }): Promise<KnownFlows> => {
      const known = client.getQueryData<KnownFlows>(queryKey);
      const request = known === undefined ? filter : changesSince(filter, known.cursor);
      const { flows, cursor } = await latchkey.listFlows(
        { ...request, limit: MAX_FLOWS },
        { signal },
      );
      const merged = mergeFlows(known?.flows ?? [], flows, filter.outcome);
      return { flows: merged.slice(0, MAX_FLOWS), cursor };
    },
    refetchInterval: isLive ? POLL_INTERVAL_MS : false,
    refetchIntervalInBackground: true,
    retry: false,
  });
  return completeList(query.data?.flows, query);
}
