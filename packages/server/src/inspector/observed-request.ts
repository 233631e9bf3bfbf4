import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { observedOperations } from "./observed-operations.ts";

/** An operation that the inspector records. */
export type ObservedOperation = keyof typeof observedOperations;

/** A request and its response, with secrets: it must never leave the process. */
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
  readonly step:
    | "code_redeemed"
    | "device_code_redeemed"
    | "auth_req_id_redeemed"
    | "refreshed"
    | "token_issued"
    | "assertion_accepted"
    | "token_exchanged";
  readonly refused_step:
    | "code_refused"
    | "device_code_refused"
    | "auth_req_id_refused"
    | "refresh_refused"
    | "token_refused"
    | "assertion_rejected"
    | "exchange_refused";
  /** Errors that are part of a successful flow, and too many to record. */
  readonly unrecorded_errors?: readonly string[];
}

/** An unknown grant type, or none. */
export const unknownGrant: ObservedGrant = {
  for_user: false,
  step: "token_issued",
  refused_step: "token_refused",
};

/**
 * Whether a successful step is recorded without a flow: a logout without a session and a registration are, a revocation without
 * a token is not.
 */
export function isMeaningfulAlone({ operation }: ObservedRequest): boolean {
  return meaningfulAlone.has(operation);
}

const meaningfulAlone: ReadonlySet<ObservedOperation> = new Set([
  "disconnectUser",
  "createOidcDynamicClient",
  "setOidcDynamicClient",
]);
