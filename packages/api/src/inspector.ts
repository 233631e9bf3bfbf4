/** What became of a flow. One that people left lying until its time was over is `abandoned`. */
export const flowOutcomes = ["under_way", "granted", "refused", "failed", "abandoned"] as const;

/** What became of a flow. */
export type FlowOutcome = (typeof flowOutcomes)[number];

/** What a flow is about. */
export type FlowKind = "authorization" | "workspace" | "logout";

/** One authorization or logout, in a line. */
export interface FlowSummary {
  readonly flow_id: string;
  readonly kind: FlowKind;
  readonly client_id?: string;
  readonly client_name?: string;
  readonly subject?: string;
  /** RFC 3339, with milliseconds, as is `updated_at`. */
  readonly started_at: string;
  readonly updated_at: string;
  readonly outcome: FlowOutcome;
  /** One sentence: where it stands, or why it failed. */
  readonly headline: string;
  /** One sentence, for a flow that failed: what to do about it. */
  readonly fix?: string;
}

/** One authorization or logout with its steps, the earliest first. */
export interface Flow extends FlowSummary {
  readonly steps: readonly FlowStep[];
}

/** One request of a flow: what came in, which rule decided what, and what was told. Secrets are masked. */
export interface FlowStep {
  /** RFC 3339, with milliseconds. */
  readonly at: string;
  /** The one that the answer, its error page and the log carry. */
  readonly request_id: string;
  /** For example `authorize`, `login_accepted`, `code_redeemed`, `refreshed`. */
  readonly name: string;
  readonly came_in: {
    readonly method: string;
    readonly path: string;
    readonly parameters: Readonly<Record<string, string>>;
  };
  readonly decided: {
    /** Its name in the code, for example `code_verifier_mismatch`. */
    readonly rule: string;
    readonly because: string;
    /** Where the rule is written, for example `RFC 6749 §4.1.2.1`. */
    readonly reference?: string;
  };
  readonly told: {
    readonly status: number;
    readonly error?: string;
    readonly error_description?: string;
    readonly redirect_to?: string;
    readonly summary: string;
  };
  /** What came in → what was decided. */
  readonly line: string;
}

/** Which flows to show. What is left out does not matter. */
export interface FlowFilter {
  readonly client_id?: string;
  readonly subject?: string;
  /** A challenge, verifier, code or token of the flow. */
  readonly challenge?: string;
  /** Of any of its steps. */
  readonly request_id?: string;
  readonly outcome?: FlowOutcome;
  /** The cursor of an earlier answer: then only what changed since. */
  readonly after?: string;
  /** 100 unless said, 500 at most. */
  readonly limit?: number;
}

/** Flows, the newest first. */
export interface FlowList {
  readonly flows: readonly FlowSummary[];
  /** What to ask for next, as `after`. */
  readonly cursor: string;
}
