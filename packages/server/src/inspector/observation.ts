import type { FlowKind, FlowOutcome } from "@latchkey/api";

/** A flow as far as some steps tell it. What earlier steps told of the client and the person stays. */
export interface ObservedFlow {
  /** 16 bytes in base64url. */
  readonly flow_id: string;
  readonly kind: FlowKind;
  readonly client_id: string | undefined;
  readonly subject: string | undefined;
  /** Milliseconds since the epoch, as are all that end in `_ms`. */
  readonly started_at_ms: number;
  readonly updated_at_ms: number;
  /** Whether the client has its answer. What providers do after that changes nothing. */
  readonly settled: boolean;
  readonly outcome: Exclude<FlowOutcome, "abandoned">;
  readonly headline: string;
  readonly fix: string | undefined;
}

/** One request of a flow, with every secret masked. */
export interface ObservedStep {
  readonly flow_id: string;
  readonly at_ms: number;
  readonly request_id: string;
  readonly facts: StepFacts;
}

/** What is kept of a request and its answer. How to say it is found when somebody reads it. */
export interface StepFacts {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Where it came from; undefined for what the built-in pages ask within the process. */
  readonly address?: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly rule: string;
  readonly status: number;
  readonly error?: string;
  readonly error_description?: string;
  /** What only an operator may read. */
  readonly debug?: string;
  readonly redirect_to?: string;
}
