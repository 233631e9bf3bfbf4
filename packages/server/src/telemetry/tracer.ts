import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Attributes, Span, SpanKind, Step } from "./span.ts";
import { isSampled, parseTraceparent } from "./traceparent.ts";

/** Work that answers at once or later. */
type Work<T> = () => T | Promise<T>;

/** Follows requests through the server. Which one a step belongs to is known from where it is called. */
export interface Tracer {
  /** Runs what answers a request. It continues the trace around it, or the one its header names, or begins one. */
  serve<T>(request: TracedRequest<T>, work: Work<T>): T | Promise<T>;
  /** Gives the request that is being answered a name of its own. */
  describe(name: string, attributes: Attributes): void;
  /** Runs one step of a request. Where there is none it is merely run, unless it may begin a trace. */
  step<T>(step: Step, work: Work<T>, options?: StepOptions<T>): T | Promise<T>;
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

/** What an answer adds to its step; with an `error_type` the step failed. */
interface Outcome {
  readonly attributes?: Attributes;
  readonly error_type?: string | undefined;
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

/** Makes a tracer that hands every span over when it has ended. */
export function createTracer(options: {
  readonly ratio: number;
  readonly add: (span: Span) => void;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
}): Tracer {
  const { ratio, add, now_ms = Date.now, clock = () => performance.now() } = options;
  const current = new AsyncLocalStorage<Active>();

  const begin = (traceparent?: string): Active => {
    const parent = parseTraceparent(traceparent);
    const trace_id = parent?.trace_id ?? newId(16);
    return {
      trace_id,
      span_id: newId(8),
      parent: parent && { span_id: parent.span_id, remote: true },
      sampled: parent?.sampled ?? isSampled(trace_id, ratio),
      epoch_ms: now_ms() - clock(),
    };
  };

  const run = <T>(
    active: Active,
    step: Step,
    work: Work<T>,
    outcome: (answer: T) => Outcome = nothingMore,
  ): T | Promise<T> => {
    if (!active.sampled) return current.run(active, work);
    const started_at = clock();
    const end = ({ attributes, error_type }: Outcome): void =>
      add({
        ...spanOf(active, step, started_at, clock()),
        attributes: {
          ...(active.described ?? step).attributes,
          ...attributes,
          ...(error_type !== undefined && { "error.type": error_type }),
        },
        failed: error_type !== undefined,
      });
    return watched(() => current.run(active, work), end, outcome);
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

function within({ trace_id, span_id, sampled, epoch_ms }: Active): Active {
  const parent = { span_id, remote: false };
  return { trace_id, span_id: sampled ? newId(8) : span_id, parent, sampled, epoch_ms };
}

function spanOf(active: Active, step: Step, started_at: number, ended_at: number) {
  const { trace_id, span_id, parent, epoch_ms } = active;
  return {
    trace_id,
    span_id,
    parent,
    name: (active.described ?? step).name,
    kind: step.kind,
    started_at_ms: epoch_ms + started_at,
    ended_at_ms: epoch_ms + ended_at,
  };
}

/** Does the work and says how it ended. */
function watched<T>(
  work: Work<T>,
  end: (outcome: Outcome) => void,
  outcome: (answer: T) => Outcome,
): T | Promise<T> {
  const fail = (error: unknown): void => end({ error_type: typeOf(error) });
  try {
    const answer = work();
    if (answer instanceof Promise) void answer.then((settled) => end(outcome(settled)), fail);
    else end(outcome(answer));
    return answer;
  } catch (error) {
    fail(error);
    throw error;
  }
}

function nothingMore(): Outcome {
  return {};
}

/** The kind of an error. Its message may hold anything, so it stays here. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : "thrown";
}

function newId(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
