import type { Flow } from "../interaction/flow.ts";
import type { Context, FlowKind } from "./context.ts";

/** The kind of a flow. One whose feature the server no longer has is found by `findClient` first, and ends there. */
export function kindOf(
  { purpose }: Pick<Flow, "purpose">,
  { flow_kinds }: Pick<Context, "flow_kinds">,
): FlowKind {
  const kind = flow_kinds.get(purpose.kind);
  if (kind === undefined) throw new Error(`No feature has flows of the kind ${purpose.kind}.`);
  return kind;
}

/** How long a user may take from the beginning of a flow to its end. */
export function flowLifespan(
  flow: Pick<Flow, "purpose" | "requested_at">,
  context: Pick<Context, "config" | "flow_kinds">,
): number {
  const lifespan = context.config["ttl.login_consent_request"];
  return Math.min(lifespan, kindOf(flow, context).lifespanOf(flow) ?? lifespan);
}
