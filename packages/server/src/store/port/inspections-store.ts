import type { FlowOutcome } from "@latchkey/api";
import type { ObservedFlow, ObservedStep } from "../../inspector/observation.ts";

/** Observed authorizations and logouts, kept for a limited time. */
export interface Inspections {
  /** Adds steps, and updates their flows. Steps may arrive in any order and from several servers. */
  record(
    flows: readonly ObservedFlow[],
    steps: readonly ObservedStep[],
    changed_at_ms: number,
    expires_at: number,
  ): Promise<void>;
  /** The newest first. With `changed_after_ms`, those that changed since then, the last changed first. */
  list(query: InspectionQuery): Promise<readonly InspectedFlow[]>;
  /** A flow with its steps, the earliest first. */
  find(
    flow_id: string,
    now: number,
  ): Promise<{ flow: InspectedFlow; steps: readonly ObservedStep[] } | undefined>;
  /** The flows that a request belongs to: one, unless a caller sent several requests with the same id. */
  findByRequest(request_id: string): Promise<readonly string[]>;
}

/** A flow, as its steps so far describe it. */
export interface InspectedFlow extends ObservedFlow {
  readonly changed_at_ms: number;
}

/** Which flows to list. What is undefined does not matter. */
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
