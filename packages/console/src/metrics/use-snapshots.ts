import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

const POLL_INTERVAL_MS = 2000;
/** Five minutes. */
const MAX_SNAPSHOTS = 151;

/** The metrics of the last five minutes, polled while a component uses them and `enabled`. */
export function useSnapshots(enabled: boolean): {
  readonly snapshots: readonly Snapshot[];
  readonly error: unknown;
} {
  const { latchkey } = useSession();
  const { data, error } = useQuery({
    queryKey: SNAPSHOTS,
    queryFn: async ({ client, signal }) => {
      const text = await latchkey.prometheus({}, { signal });
      const earlier = client.getQueryData<readonly Snapshot[]>(SNAPSHOTS) ?? [];
      return [...earlier, readSnapshot(text, Date.now())].slice(-MAX_SNAPSHOTS);
    },
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: true,
    // The charts continue where they were when the user comes back to the page.
    gcTime: Infinity,
    // Compares old and new results deeply, which for Maps it cannot.
    structuralSharing: false,
    retry: false,
  });
  return { snapshots: data ?? [], error };
}

const SNAPSHOTS = ["metrics"];
