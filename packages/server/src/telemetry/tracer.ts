import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { MaybePromise } from "../maybe-promise.ts";
import type { Attributes, Span, SpanKind, Step } from "./span.ts";
import { isSampled, parseTraceparent } from "./traceparent.ts";
import { watched, type Outcome, type Work } from "./watched.ts";

/** Follows requests through the server. Which one a step belongs to is known from where it is called. */
export interface Tracer {
  /** Runs what answers a request. It continues the trace around it, or the one its header names, or begins one. */
  serve<T>(request: TracedRequest<T>, work: Work<T>): MaybePromise<T>;
  /** Gives the request that is being answered a name of its own. */
  describe(name: string, attributes: Attributes): void;
  /** Runs one step of a request. Where there is none it is merely run, unless it may begin a trace. */
  step<T>(step: Step, work: Work<T>, options?: StepOptions<T>): MaybePromise<T>;
}

/** A request, as far as a trace needs to know it. */
interface TracedRequest<T> {
  readonly traceparent: string | undefined;
  readonly kind: SpanKind;
  readonly outcome: (answer: T) => Outcome;
}

/** What is special about a step. */
interface StepOptions<T> {
  readonly begins?: boolean;
  readonly outcome?: (answer: T) => Outcome;
}

/** What a tracer is made of. */
interface TracerOptions {
  /** The share of traces that begin here and are recorded. */
  readonly ratio: number;
  /** Receives every span when it has ended. */
  readonly add: (span: Span) => void;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
}

/** Makes a tracer that hands every span over when it has ended. */
export function createTracer(options: TracerOptions): Tracer {
  const { ratio, add, now_ms = Date.now, clock = () => performance.now() } = options;
  const current = new AsyncLocalStorage<Active>();
  const begin = (traceparent?: string): Active =>
    beginTrace(traceparent, ratio, now_ms() - clock());

  const run = <T>(
    active: Active,
    step: Step,
    work: Work<T>,
    outcome: (answer: T) => Outcome = nothingMore,
  ): MaybePromise<T> => {
    const inside = (): MaybePromise<T> => current.run(active, work);
    if (!active.sampled) return inside();
    const started_at = clock();
    return watched(inside, (end) => add(spanOf(active, step, [started_at, clock()], end)), outcome);
  };

  return {
    serve({ traceparent, kind, outcome }, work) {
      const around = current.getStore();
      const active = around === undefined ? begin(traceparent) : within(around);
      return run(active, { name: "HTTP", kind }, work, outcome);
    },
    describe(name, attributes) {
      const active = current.getStore();
      if (active !== undefined) active.described = { name, attributes };
    },
    step(step, work, { begins = false, outcome } = {}) {
      const around = current.getStore();
      if (around === undefined && !begins) return work();
      return run(around === undefined ? begin() : within(around), step, work, outcome);
    },
  };
}

/** A step that is under way. */
interface Active {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent: Span["parent"];
  readonly sampled: boolean;
  /** What to add to the clock for milliseconds since the epoch; one for a trace, so that its steps fit together. */
  readonly epoch_ms: number;
  described?: { readonly name: string; readonly attributes: Attributes };
}

function beginTrace(traceparent: string | undefined, ratio: number, epoch_ms: number): Active {
  const parent = parseTraceparent(traceparent);
  const trace_id = parent?.trace_id ?? newId(16);
  return {
    trace_id,
    span_id: newId(8),
    parent: parent && { span_id: parent.span_id, remote: true },
    sampled: parent?.sampled ?? isSampled(trace_id, ratio),
    epoch_ms,
  };
}

function within({ trace_id, span_id, sampled, epoch_ms }: Active): Active {
  const parent = { span_id, remote: false };
  return { trace_id, span_id: sampled ? newId(8) : span_id, parent, sampled, epoch_ms };
}

function spanOf(
  { trace_id, span_id, parent, epoch_ms, described }: Active,
  step: Step,
  [started_at, ended_at]: readonly [number, number],
  { attributes, error_type }: Outcome,
): Span {
  const failed = error_type !== undefined;
  return {
    trace_id,
    span_id,
    parent,
    name: (described ?? step).name,
    kind: step.kind,
    attributes: {
      ...(described ?? step).attributes,
      ...attributes,
      ...(failed && { "error.type": error_type }),
    },
    started_at_ms: epoch_ms + started_at,
    ended_at_ms: epoch_ms + ended_at,
    failed,
  };
}

function nothingMore(): Outcome {
  return {};
}

function newId(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
