import type { observedOperations } from "./observed-operations.ts";

/** What an endpoint lets whoever looks on know about its answer. It is never sent. */
export interface Note {
  /** The flow that this was about, where the request does not name it. */
  readonly flow_id?: string;
  readonly client_id?: string | undefined;
  readonly subject?: string;
  /** What decided, where it was no error. */
  readonly rule?: string;
  readonly error?: NotedError;
  /** Where an answer goes that is no redirect. */
  readonly redirect_uri?: string;
}

/** A refusal, ours or a provider's, with the name that its reason has in the code. */
interface NotedError {
  readonly error: string;
  readonly error_description: string;
  readonly debug?: string;
  readonly reason?: string;
}

/** An operation that the inspector looks at. */
export type ObservedOperation = keyof typeof observedOperations;

/** A request and its answer, as they were. Secrets are still in them, so this never leaves the process. */
export interface ObservedRequest {
  readonly operation: ObservedOperation;
  /** At the token endpoint. */
  readonly grant?: ObservedGrant;
  readonly request: SeenRequest;
  readonly answer: SeenAnswer;
}

/** The part of a request that is looked at. */
interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly request_id: string;
  readonly address: string;
  readonly received_at_ms: number;
}

/** The part of an answer that is looked at. */
interface SeenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly note?: Note;
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
