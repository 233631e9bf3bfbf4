import assert from "node:assert/strict";

/** A span as a collector received it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Reads an ExportTraceServiceRequest in JSON (OTLP §JSON Protobuf encoding). */
export function readTraces(body: string): {
  readonly resource: Readonly<Record<string, string>>;
  readonly spans: readonly ReceivedSpan[];
} {
  const [resourceSpans] = list(fields(JSON.parse(body))["resourceSpans"]);
  const { resource, scopeSpans } = fields(resourceSpans);
  const [only] = list(scopeSpans);
  return {
    resource: attributes(fields(resource)["attributes"]),
    spans: list(fields(only)["spans"]).map(readSpan),
  };
}

function readSpan(value: unknown): ReceivedSpan {
  const span = fields(value);
  const { parentSpanId, kind } = span;
  assert.ok(typeof kind === "number" && kind >= 1 && kind <= 5, "SpanKind");
  return {
    traceId: text(span["traceId"], /^[0-9a-f]{32}$/),
    spanId: text(span["spanId"], /^[0-9a-f]{16}$/),
    parentSpanId: parentSpanId === undefined ? undefined : text(parentSpanId, /^[0-9a-f]{16}$/),
    name: text(span["name"], /./),
    kind,
    failed: fields(span["status"])["code"] === 2,
    attributes: attributes(span["attributes"]),
  };
}

/** A list of KeyValue; each AnyValue is one of stringValue, intValue and so on. */
function attributes(value: unknown): Readonly<Record<string, string>> {
  const pairs = list(value).map((pair): [string, string] => {
    const { key, value: any } = fields(pair);
    const [inner] = Object.values(fields(any));
    return [text(key, /^[a-z][a-z0-9_.]*$/), String(inner)];
  });
  return Object.fromEntries(pairs);
}

function fields(value: unknown): Record<string, unknown> {
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value));
  return Object.fromEntries(Object.entries(value));
}

function list(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value), "a repeated field is a list");
  return value;
}

function text(value: unknown, shape: RegExp): string {
  assert.ok(typeof value === "string" && shape.test(value), `${String(value)} is not ${shape}`);
  return value;
}
