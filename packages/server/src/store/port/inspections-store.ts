import type { FlowOutcome } from "@latchkey/api";
import type { ObservedFlow, ObservedStep } from "../../inspector/observation.ts";

/** What was seen of authorizations and logouts, for some time. */
export interface Inspections {
  /** Adds steps, and what they mean for their flows. Steps may arrive in any order and from several servers. */
  record(
    flows: readonly ObservedFlow[],
    steps: readonly ObservedStep[],
    changed_at_ms: number,
    expires_at: number,
  ): Promise<void>;
  /** The newest first. With `changed_after_ms`, of those that changed since then the ones that changed last. */
  list(query: InspectionQuery): Promise<readonly InspectedFlow[]>;
  /** A flow with its steps, the earliest first. */
  find(
    flow_id: string,
    now: number,
  ): Promise<{ flow: InspectedFlow; steps: readonly ObservedStep[] } | undefined>;
  /** The flows that a request took a step in: one, unless somebody gave several requests the same id. */
  findByRequest(request_id: string): Promise<readonly string[]>;
}

/** A flow that several steps have told of. */
export interface InspectedFlow extends ObservedFlow {
  readonly changed_at_ms: number;
}

/** Which flows are wanted. What is undefined does not matter. */
export interface InspectionQuery {
  readonly flow_ids: readonly string[] | undefined;
  readonly client_id: string | undefined;
  readonly subject: string | undefined;
  readonly outcome: FlowOutcome | undefined;
  readonly changed_after_ms: number | undefined;
  /** A flow still under way that began before this was abandoned. */
  readonly abandoned_before_ms: number;
  readonly limit: number;
  /** Unix seconds. */
  readonly now: number;
}
