import type { Attributes, Span, SpanKind } from "./span.ts";

/** OTLP 1.x, the JSON encoding of ExportTraceServiceRequest: opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. */

/** Who says it. */
export interface Source {
  /** `service.name` and its like. */
  readonly resource: Attributes;
  readonly version: string;
}

/** A batch of spans, as a collector reads it. */
export function renderSpans(source: Source, spans: readonly Span[]): string {
  const { resource, version } = source;
  const scope = { name: "latchkey", version };
  const scopeSpans = [{ scope, spans: spans.map(renderSpan) }];
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: renderAttributes(resource) }, scopeSpans }],
  });
}

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
const SAMPLED = 0x1;
const REMOTE_IS_KNOWN = 0x100;
const REMOTE = 0x200;

function renderSpan({ parent, failed, ...span }: Span) {
  return {
    traceId: span.trace_id,
    spanId: span.span_id,
    ...(parent !== undefined && { parentSpanId: parent.span_id }),
    flags: SAMPLED | REMOTE_IS_KNOWN | (parent?.remote === true ? REMOTE : 0),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.started_at_ms),
    endTimeUnixNano: nanoseconds(span.ended_at_ms),
    attributes: renderAttributes(span.attributes),
    status: failed ? { code: STATUS_ERROR } : {},
  };
}

function renderAttributes(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: renderValue(value) }));
}

/** 64-bit integers are text in the JSON of protobuf. */
function renderValue(value: string | number) {
  if (typeof value === "string") return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** No number can hold them exactly, so the milliseconds and the rest are put together as text. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  const rest = Math.floor((ms - whole) * 1e6);
  return `${whole}${String(rest).padStart(6, "0")}`;
}
