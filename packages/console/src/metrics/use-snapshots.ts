import { useEffect, useState } from "react";
import { useSession } from "../session/session.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

const EVERY_MS = 2000;
const KEPT = 151; // Five minutes.

/** Outlives the page, so that the charts are still there when somebody comes back to it. */
let kept: readonly Snapshot[] = [];

/** What the server counted, every two seconds while somebody looks. */
export function useSnapshots(): {
  readonly snapshots: readonly Snapshot[];
  readonly error: unknown;
} {
  const { latchkey } = useSession();
  const [snapshots, setSnapshots] = useState(kept);
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (): Promise<void> => {
      try {
        const text = await latchkey.prometheus({}, { signal });
        kept = [...kept, readSnapshot(text, Date.now())].slice(-KEPT);
        setSnapshots(kept);
        setError(undefined);
      } catch (caught) {
        if (!signal.aborted) setError(caught);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), EVERY_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [latchkey]);
  return { snapshots, error };
}
