import type { InspectedOperation, InspectedStep } from "@latchkey/api";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";

/** A request and its response, with secrets: it must never leave the process. */
export interface ObservedRequest {
  readonly inspect: InspectedOperation;
  /** At the token endpoint. */
  readonly grant?: ObservedGrant;
  readonly request: Omit<Request, "params">;
  readonly answer: Pick<Response, "status" | "headers" | "note">;
}

/** How token requests of a grant type are recorded. */
export interface ObservedGrant {
  /** Whether the tokens stand for what a user granted. Of other grant types only failures are recorded: they are many. */
  readonly for_user: boolean;
  readonly step: InspectedStep;
  /** Errors that are part of a successful flow, and too many to record. */
  readonly unrecorded_errors?: readonly string[];
}

/** What observes requests that are steps of flows. */
export interface Observer {
  /** Whether it records anything. */
  readonly enabled: boolean;
  /** Whether a flow that starts now is recorded. Its id then says so, and every server records it to its end. */
  admits(): boolean;
  /** Called before the response is sent, so it only queues the request. */
  note(observed: ObservedRequest): void;
}

/** Records nothing. */
export const noObserver: Observer = { enabled: false, admits: () => false, note: () => {} };

/** The step of a grant type that has none of its own. */
export const tokenIssued: InspectedStep = {
  name: "token_issued",
  refused: "token_refused",
  sentence: "The client requests a token",
  contents: "tokens",
  outcome: "granted",
  headline: "The client received a token.",
};

/** An unknown grant type, or none. */
export const unknownGrant: ObservedGrant = { for_user: false, step: tokenIssued };
