import type { FlowFilter, FlowSummary } from "@latchkey/api";
import { useEffect, useState } from "react";
import { useSession } from "../../session/session.ts";

const EVERY_MS = 1000;
/** How many flows are shown at the most. */
export const KEPT = 200;

/** Flows as they happen. */
export interface LiveFlows {
  /** Undefined until the first answer. */
  readonly flows: readonly FlowSummary[] | undefined;
  readonly error: unknown;
}

/** Asks every second for what changed, while it is live. */
export function useFlows(filter: FlowFilter, isLive: boolean): LiveFlows {
  const { latchkey } = useSession();
  const [state, setState] = useState<LiveFlows>({ flows: undefined, error: undefined });
  const wanted = JSON.stringify(filter);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let known: readonly FlowSummary[] = [];
    let cursor: string | undefined;
    const ask = async (): Promise<void> => {
      try {
        const question = cursor === undefined ? filter : changesSince(filter, cursor);
        const answer = await latchkey.listFlows({ ...question, limit: KEPT }, { signal });
        cursor = answer.cursor;
        known = mergeFlows(known, answer.flows, filter.outcome).slice(0, KEPT);
        setState({ flows: known, error: undefined });
      } catch (error) {
        if (!signal.aborted) setState({ flows: known, error });
      }
    };
    const keepAsking = async (): Promise<void> => {
      await ask();
      await pause(EVERY_MS);
      if (isLive && !signal.aborted) await keepAsking();
    };
    void keepAsking();
    return () => controller.abort();
    // `filter` is a new object each time; `wanted` says when it is a new question.
  }, [latchkey, wanted, isLive]);
  return state;
}

/** A flow whose outcome changed no longer fits, so all that changed is asked for, to learn of that too. */
function changesSince({ outcome: _outcome, ...filter }: FlowFilter, after: string): FlowFilter {
  return { ...filter, after };
}

/** What is known with what changed, the newest flow first, as far as it has the outcome. */
function mergeFlows(
  known: readonly FlowSummary[],
  changed: readonly FlowSummary[],
  outcome: FlowSummary["outcome"] | undefined,
): FlowSummary[] {
  const flows = new Map([...known, ...changed].map((flow) => [flow.flow_id, flow]));
  return [...flows.values()]
    .filter((flow) => outcome === undefined || flow.outcome === outcome)
    .sort((one, other) => other.started_at.localeCompare(one.started_at));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
