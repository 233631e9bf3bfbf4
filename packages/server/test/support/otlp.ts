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

/**
 * Reads an ExportTraceServiceRequest as strictly as the protocol allows: the field names of its protobuf in camelCase and
 * no others, ids in hexadecimal, 64-bit integers as text, enums as numbers.
 */
export function readTraces(body: string): {
  readonly resource: Readonly<Record<string, string>>;
  readonly spans: readonly ReceivedSpan[];
} {
  const [resourceSpans] = list(members(JSON.parse(body), ["resourceSpans"])["resourceSpans"]);
  const { resource, scopeSpans } = members(resourceSpans, ["resource", "scopeSpans"]);
  const [only] = list(scopeSpans);
  const { scope, spans } = members(only, ["scope", "spans"]);
  const { name, version } = members(scope, ["name", "version"]);
  assert.ok(typeof name === "string" && typeof version === "string");
  return {
    resource: attributes(members(resource, ["attributes"])["attributes"]),
    spans: list(spans).map(readSpan),
  };
}

function readSpan(value: unknown): ReceivedSpan {
  const span = members(value, [
    "traceId",
    "spanId",
    "parentSpanId",
    "flags",
    "name",
    "kind",
    "startTimeUnixNano",
    "endTimeUnixNano",
    "attributes",
    "status",
  ]);
  const { parentSpanId, kind, flags } = span;
  const started = text(span["startTimeUnixNano"], /^\d{19}$/);
  const ended = text(span["endTimeUnixNano"], /^\d{19}$/);
  assert.ok(BigInt(ended) >= BigInt(started), "a span ended before it began");
  assert.ok(typeof kind === "number" && kind >= 1 && kind <= 5, "SpanKind");
  assert.ok(typeof flags === "number" && (flags & 1) === 1, "a span that is sent was sampled");
  const { code = 0 } = members(span["status"], ["code", "message"]);
  assert.ok(code === 0 || code === 1 || code === 2, "StatusCode");
  return {
    traceId: text(span["traceId"], /^[0-9a-f]{32}$/),
    spanId: text(span["spanId"], /^[0-9a-f]{16}$/),
    parentSpanId: parentSpanId === undefined ? undefined : text(parentSpanId, /^[0-9a-f]{16}$/),
    name: text(span["name"], /./),
    kind,
    failed: code === 2,
    attributes: attributes(span["attributes"]),
  };
}

/** KeyValue: a key that comes once, and an AnyValue with one member. */
function attributes(value: unknown): Readonly<Record<string, string>> {
  const pairs = list(value).map((pair): [string, string] => {
    const { key, value: any } = members(pair, ["key", "value"]);
    const held = Object.entries(members(any, ["stringValue", "intValue", "doubleValue"]));
    const [[kind, inner] = ["", undefined]] = held;
    assert.equal(held.length, 1, "an AnyValue is one of its members");
    assert.equal(typeof inner, kind === "doubleValue" ? "number" : "string", kind);
    return [text(key, /^[a-z][a-z0-9_.]*$/), String(inner)];
  });
  assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, "a key comes twice");
  return Object.fromEntries(pairs);
}

function members(value: unknown, known: readonly string[]): Record<string, unknown> {
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value));
  const pairs = Object.entries(value);
  assert.deepEqual(
    pairs.map(([name]) => name).filter((name) => !known.includes(name)),
    [],
  );
  return Object.fromEntries(pairs);
}

function list(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value), "a repeated field is a list");
  return value;
}

function text(value: unknown, shape: RegExp): string {
  assert.ok(typeof value === "string" && shape.test(value), `${String(value)} is not ${shape}`);
  return value;
}
