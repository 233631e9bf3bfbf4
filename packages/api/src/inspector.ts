/** What became of a flow. One that people left lying until its time was over is `abandoned`. */
export const flowOutcomes = ["under_way", "granted", "refused", "failed", "abandoned"] as const;

/** What became of a flow. */
export type FlowOutcome = (typeof flowOutcomes)[number];

/** What a flow is about. A `token` is a token request of a client for itself that failed; those that succeed are not kept. */
export type FlowKind = "authorization" | "workspace" | "logout" | "token";

/** One authorization, logout or failed token request, in a line. */
export interface FlowSummary {
  /** Names the flow. */
  readonly flow_id: string;
  /** What it is about. */
  readonly kind: FlowKind;
  /** Who asked, as far as that is known. */
  readonly client_id?: string;
  /** What people read of who asked. */
  readonly client_name?: string;
  /** Who logged in or left, once that is known. */
  readonly subject?: string;
  /** When it began: RFC 3339, with milliseconds. */
  readonly started_at: string;
  /** When its last step was: RFC 3339, with milliseconds. */
  readonly updated_at: string;
  /** What became of it. */
  readonly outcome: FlowOutcome;
  /** One sentence: where it stands, or why it failed. */
  readonly headline: string;
  /** One sentence, for a flow that failed: what to do about it. */
  readonly fix?: string;
}

/** One authorization, logout or failed token request with its steps, the earliest first. */
export interface Flow extends FlowSummary {
  /** What happened, the earliest first. */
  readonly steps: readonly FlowStep[];
}

/** One request of a flow: what came in, which rule decided what, and what was told. Secrets are masked. */
export interface FlowStep {
  /** When it happened: RFC 3339, with milliseconds. */
  readonly at: string;
  /** The one that the answer, its error page and the log carry. */
  readonly request_id: string;
  /** For example `authorize`, `login_accepted`, `code_redeemed`, `refreshed`. */
  readonly name: string;
  /** What came in. */
  readonly came_in: {
    /** The method of the request. */
    readonly method: string;
    /** The path of the request. */
    readonly path: string;
    /** The address that the request came from; absent for steps of older versions and of the built-in pages. */
    readonly address?: string;
    /** What was asked, by name, secrets masked. */
    readonly parameters: Readonly<Record<string, string>>;
  };
  /** Which rule decided. */
  readonly decided: {
    /** Its name in the code, for example `code_verifier_mismatch`. */
    readonly rule: string;
    /** Why, in a sentence. */
    readonly because: string;
    /** Where the rule is written, for example `RFC 6749 §4.1.2.1`. */
    readonly reference?: string;
  };
  /** What was answered. */
  readonly told: {
    /** The status of the answer. */
    readonly status: number;
    /** The code of the error, if it was one. */
    readonly error?: string;
    /** What the client or the person was told went wrong. */
    readonly error_description?: string;
    /** Where the browser was sent, secrets masked. */
    readonly redirect_to?: string;
    /** The answer in a few words. */
    readonly summary: string;
  };
  /** What came in → what was decided. */
  readonly line: string;
}

/** Which flows to show. What is left out does not matter. */
export interface FlowFilter {
  /** Only those of one client. */
  readonly client_id?: string;
  /** Only those of one person. */
  readonly subject?: string;
  /** A challenge, verifier, code or token of the flow. */
  readonly challenge?: string;
  /** Of any of its steps. */
  readonly request_id?: string;
  /** Only those that ended so, or have not ended. */
  readonly outcome?: FlowOutcome;
  /** The cursor of an earlier answer: then only what changed since. */
  readonly after?: string;
  /** 100 unless said, 500 at most. */
  readonly limit?: number;
}

/** Flows, the newest first. */
export interface FlowList {
  /** The newest first. */
  readonly flows: readonly FlowSummary[];
  /** What to ask for next, as `after`. */
  readonly cursor: string;
}
