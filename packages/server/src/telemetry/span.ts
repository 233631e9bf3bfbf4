/** What is told of a step beside its name and its times. Never a query, a body or anything else that may hold a secret. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Who does the work: this server for a caller, this server for itself, or somebody else for this server. */
export type SpanKind = "server" | "internal" | "client";

/** What a step is. */
export interface Step {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

/** One step of a trace that is over. */
export interface Span extends Required<Step> {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent: { readonly span_id: string; readonly remote: boolean } | undefined;
  /** Milliseconds since the epoch, with fractions. */
  readonly started_at_ms: number;
  readonly ended_at_ms: number;
  readonly failed: boolean;
}
