import type { MaybePromise } from "../maybe-promise.ts";

/** Attributes of a span. Never a query, a body, an error message or anything else that may hold a secret. */
export type Attributes = Readonly<Record<string, string | number>>;

/** OpenTelemetry's SpanKind: this server for a caller, this server for itself, or another server for this one. */
type StepKind = "server" | "internal" | "client";

/** What becomes a span. */
export interface Step {
  readonly name: string;
  readonly kind: StepKind;
  readonly attributes?: Attributes;
}

/** What the result of a step adds to its span. With an `error_type` the span's status is an error. */
export interface Outcome {
  readonly attributes?: Attributes;
  readonly error_type?: string | undefined;
}

/** Work that returns its result at once or as a promise. */
export type Work<T> = () => MaybePromise<T>;

/** A request, as far as its span needs it. */
interface TracedRequest<T> {
  /** The headers that may name the caller's span: `traceparent` and those of `OTEL_PROPAGATORS`. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly kind: StepKind;
  readonly outcome: (response: T) => Outcome;
}

/** How a step differs from the usual. */
interface StepOptions<T> {
  /** Whether the step may begin a trace: jobs call other servers outside of any request. */
  readonly begins?: boolean;
  readonly outcome?: (result: T) => Outcome;
}

/**
 * Records spans. The parent of a span is found through the asynchronous context of the call. The package
 * `@latchkey/opentelemetry` implements it.
 */
export interface Tracer {
  /** Runs the work that answers a request, as a child of the active span, of the span in its headers, or as a new trace. */
  serve<T>(request: TracedRequest<T>, work: Work<T>): MaybePromise<T>;
  /** Names the active span, once the route of its request is known. */
  describe(name: string, attributes: Attributes): void;
  /** Runs one step of a request as a span. Outside of a request it is run without one, unless it may begin a trace. */
  step<T>(step: Step, work: Work<T>, options?: StepOptions<T>): MaybePromise<T>;
}
