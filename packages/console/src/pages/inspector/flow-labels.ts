import type { FlowOutcome, FlowSummary } from "@latchkey/api";

/** The outcome of a flow as users read it. */
export const outcomeLabels: { readonly [Outcome in FlowOutcome]: string } = {
  under_way: "In progress",
  granted: "Granted",
  refused: "Denied",
  failed: "Failed",
  abandoned: "Abandoned",
};

/** The kind of a flow as users read it. */
export const kindLabels: { readonly [Kind in FlowSummary["kind"]]: string } = {
  authorization: "Authorization",
  workspace: "Workspace",
  logout: "Sign-out",
  token: "Token request",
  registration: "Registration",
};

/** How long a flow took: `40 ms`, `1.5 s`, `3 min`. */
export function flowDuration({
  started_at,
  updated_at,
}: Pick<FlowSummary, "started_at" | "updated_at">): string {
  const seconds = (Date.parse(updated_at) - Date.parse(started_at)) / 1000;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
