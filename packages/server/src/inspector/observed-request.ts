import type { Request, Response } from "../http/endpoint.ts";
import type { observedOperations } from "./observed-operations.ts";

/** An operation that the inspector looks at. */
export type ObservedOperation = keyof typeof observedOperations;

/** A request and its answer, as they were. Secrets are still in them, so this never leaves the process. */
export interface ObservedRequest {
  readonly operation: ObservedOperation;
  /** At the token endpoint. */
  readonly grant?: ObservedGrant;
  readonly request: Omit<Request, "params">;
  readonly answer: Pick<Response, "status" | "headers" | "note">;
}

/** How token requests of a grant type are recorded. */
export interface ObservedGrant {
  /** Whether the tokens stand for what a user granted. Of other grant types only failures are recorded: they are many. */
  readonly for_user: boolean;
  readonly step: "code_redeemed" | "refreshed" | "token_issued";
  readonly refused_step: "code_refused" | "refresh_refused" | "token_refused";
}

/** An unknown grant type, or none. */
export const unknownGrant: ObservedGrant = {
  for_user: false,
  step: "token_issued",
  refused_step: "token_refused",
};

/** Whether a step that succeeded means something without a flow: nobody was there to log out. A revoked nothing does not. */
export function tellsByItself({ operation }: ObservedRequest): boolean {
  return operation === "disconnectUser";
}
