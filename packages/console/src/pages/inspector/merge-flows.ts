import type { FlowFilter, FlowSummary } from "@latchkey/api";

/**
 * The request for what changed after a cursor. It leaves the outcome out: a flow whose outcome changed no longer matches
 * it, and has to be returned once more to be removed from the list.
 */
export function changesSince(
  { outcome: _outcome, ...filter }: FlowFilter,
  after: string,
): FlowFilter {
  return { ...filter, after };
}

/** Known flows with those that changed, the newest first; only those with the outcome where one is given. */
export function mergeFlows(
  known: readonly FlowSummary[],
  changed: readonly FlowSummary[],
  outcome: FlowSummary["outcome"] | undefined,
): FlowSummary[] {
  const flows = new Map([...known, ...changed].map((flow) => [flow.flow_id, flow]));
  return [...flows.values()]
    .filter((flow) => outcome === undefined || flow.outcome === outcome)
    .sort((one, other) => other.started_at.localeCompare(one.started_at));
}
