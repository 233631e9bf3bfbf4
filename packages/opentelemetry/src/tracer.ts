import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  trace,
  type Context,
  type Tracer as SpanStarter,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import type {
  MaybePromise,
  PropagatingTracer,
  TracedWork,
  TraceOutcome,
  TraceStep,
} from "@latchkey/server";

/** Implements the server's tracer with OpenTelemetry's. */
export function createTracer(
  spans: SpanStarter,
  propagator: TextMapPropagator<unknown>,
): PropagatingTracer {
  registerContextManager();

  const run = <T>(
    parent: Context,
    { name, kind, attributes = {} }: TraceStep,
    work: TracedWork<T>,
    outcome: (result: T) => TraceOutcome = () => ({}),
  ): MaybePromise<T> => {
    const span = spans.startSpan(name, { kind: kinds[kind], attributes }, parent);
    const inside = (): MaybePromise<T> => context.with(trace.setSpan(parent, span), work);
    return endAfter(span, inside, outcome);
  };

  return {
    serve({ headers, kind, outcome }, work) {
      const active = context.active();
      const isWithin = trace.getSpan(active) !== undefined;
      const parent = isWithin ? active : propagator.extract(active, headers, headerGetter);
      return run(parent, { name: "HTTP", kind }, work, outcome);
    },
    describe(name, attributes) {
      trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
    },
    step(step, work, { begins = false, outcome } = {}) {
      const active = context.active();
      if (trace.getSpan(active) === undefined && !begins) return work();
      return run(active, step, work, outcome);
    },
    outgoingHeaders() {
      const headers: Record<string, string> = {};
      // Baggage stays here: a caller's may be meant for its own services, and these requests go to other organisations.
      propagator.inject(propagation.deleteBaggage(context.active()), headers, headerSetter);
      return headers;
    },
  };
}

const kinds: Readonly<Record<TraceStep["kind"], SpanKind>> = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
};

const headerGetter = {
  get: (carrier: unknown, name: string): string | undefined => {
    const value: unknown = isRecord(carrier) ? carrier[name.toLowerCase()] : undefined;
    return typeof value === "string" ? value : undefined;
  },
  keys: (carrier: unknown): string[] => (isRecord(carrier) ? Object.keys(carrier) : []),
};

const headerSetter = {
  set: (carrier: unknown, name: string, value: string): void => {
    if (isRecord(carrier)) carrier[name] = value;
  },
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Ends the span with the outcome of the work. The work's own result is passed on as it is, promise or not. */
function endAfter<T>(
  span: Span,
  work: TracedWork<T>,
  outcome: (result: T) => TraceOutcome,
): MaybePromise<T> {
  const end = ({ attributes = {}, error_type }: TraceOutcome): void => {
    span.setAttributes(attributes);
    if (error_type !== undefined) {
      span.setAttribute("error.type", error_type).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  const fail = (error: unknown): void => end({ error_type: typeOf(error) });
  try {
    const result = work();
    if (result instanceof Promise) void result.then((settled) => end(outcome(settled)), fail);
    else end(outcome(result));
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** The class of an error. Its message may hold a secret, so it is not recorded. */
function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : "thrown";
}

let isRegistered = false;

/** Makes `context.with` work in this process. Where an embedding application registered its own manager, that one is used. */
function registerContextManager(): void {
  if (isRegistered) return;
  isRegistered = true;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}
