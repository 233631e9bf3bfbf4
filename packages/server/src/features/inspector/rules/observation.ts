/** What the inspector stores. */

import type { FlowKind, FlowOutcome } from "@latchkey/api";

/** A flow after some of its steps. The store keeps the client and subject of earlier steps. */
export interface ObservedFlow {
  /** 16 bytes in base64url. */
  readonly flow_id: string;
  readonly kind: FlowKind;
  readonly client_id: string | undefined;
  readonly subject: string | undefined;
  /** Milliseconds since the epoch, like every field that ends in `_ms`. */
  readonly started_at_ms: number;
  readonly updated_at_ms: number;
  /** Whether the client has received its response. Later steps of providers then do not change the outcome. */
  readonly settled: boolean;
  readonly outcome: Exclude<FlowOutcome, "abandoned">;
  readonly headline: string;
  readonly fix: string | undefined;
}

/** One request of a flow, with all secrets masked. */
export interface ObservedStep {
  readonly flow_id: string;
  readonly at_ms: number;
  readonly request_id: string;
  readonly facts: StepFacts;
}

/** The stored part of a request and its response. The explanation is added when it is read. */
export interface StepFacts {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The address of the caller; undefined for calls of the built-in pages within the process. */
  readonly address?: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly rule: string;
  readonly status: number;
  readonly error?: string;
  readonly error_description?: string;
  /** For operators only. */
  readonly debug?: string;
  readonly redirect_to?: string;
}
