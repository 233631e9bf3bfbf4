import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SpanStatusCode } from "@opentelemetry/api";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import type { Tracer } from "@latchkey/server";
import { createTracer } from "./tracer.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("a tracer", () => {
  it("continues the caller's trace, with the steps below the request", async () => {
    const { tracer, spans } = create();
    await serve(tracer, `00-${TRACE}-${PARENT}-01`, async () => {
      await tracer.step(step("grants.rotate"), async () => {
        await tracer.step(step("sign ES256"), () => "signed");
      });
    });
    const [sign, rotate, request] = spans();
    assert.deepEqual(
      spans().map(({ name }) => name),
      ["sign ES256", "grants.rotate", "HTTP"],
    );
    assert.deepEqual(new Set(spans().map(({ trace_id }) => trace_id)), new Set([TRACE]));
    assert.deepEqual([request?.parent, request?.parent_is_remote], [PARENT, true]);
    assert.deepEqual([rotate?.parent, rotate?.parent_is_remote], [request?.span_id, false]);
    assert.equal(sign?.parent, rotate?.span_id);
  });

  it("keeps two concurrent requests apart", async () => {
    const { tracer, spans } = create();
    const go = Promise.withResolvers<void>();
    const work = (name: string) => async (): Promise<void> => {
      await go.promise;
      await tracer.step(step(name), async () => {});
    };
    const both = Promise.all([
      serve(tracer, undefined, work("alice")),
      serve(tracer, undefined, work("bob")),
    ]);
    go.resolve();
    await both;
    const [alice, bob] = ["alice", "bob"].map((name) => spans().find((span) => span.name === name));
    assert.notEqual(alice?.trace_id, bob?.trace_id);
  });

  it("times a step within its request", () => {
    const { tracer, spans } = create();
    void serve(tracer, undefined, () => tracer.step(step("sign ES256"), () => 1));
    const [sign, request] = spans();
    assert.ok(sign !== undefined && request !== undefined);
    // The SDK takes the start from the wall clock in milliseconds and the duration from a monotonic clock.
    assert.ok(request.started_ms <= sign.started_ms, "the step began before its request");
    assert.ok(sign.duration_ns > 0n && sign.duration_ns <= request.duration_ns);
  });

  it("records nothing of a trace whose caller does not record it, steps included", async () => {
    const { tracer, spans } = create();
    await serve(tracer, `00-${TRACE}-${PARENT}-00`, () =>
      tracer.step(step("grants.rotate"), async () => {}, { begins: true }),
    );
    assert.deepEqual(spans(), []);
  });

  it("runs a step outside of a request without a span, unless it may begin a trace", () => {
    const { tracer, spans } = create();
    assert.equal(
      tracer.step(step("store.sweep"), () => 7),
      7,
    );
    assert.equal(
      tracer.step(step("POST"), () => 8, { begins: true }),
      8,
    );
    assert.deepEqual(
      spans().map(({ name, parent }) => [name, parent]),
      [["POST", undefined]],
    );
  });

  it("records the class of an error and not its message", async () => {
    const { tracer, spans } = create();
    const broken = async (): Promise<void> => {
      throw new TypeError("the password is wonderland");
    };
    await assert.rejects(async () => serve(tracer, undefined, broken), TypeError);
    assert.throws(() => serve(tracer, undefined, () => JSON.parse("{wonderland")), SyntaxError);
    assert.deepEqual(
      spans().map(({ status, attributes, events }) => [status, attributes, events]),
      [
        [{ code: SpanStatusCode.ERROR }, { "error.type": "TypeError" }, []],
        [{ code: SpanStatusCode.ERROR }, { "error.type": "SyntaxError" }, []],
      ],
    );
  });

  it("names the active span to the server that is called, without the caller's baggage", async () => {
    const { tracer, spans } = create();
    let sent: Readonly<Record<string, string>> = {};
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, baggage: "tenant=wonderland" };
    await tracer.serve({ headers, kind: "server", outcome: () => ({}) }, async () =>
      tracer.step(step("POST"), async () => void (sent = tracer.outgoingHeaders())),
    );
    assert.deepEqual(sent, { traceparent: `00-${TRACE}-${spans()[0]?.span_id}-01` });
    assert.deepEqual(tracer.outgoingHeaders(), {}, "outside of a span there is nothing to name");
  });
});

describe("W3C Trace Context §3.2: traceparent", () => {
  const table: [world: string, header: string | undefined, sampled: boolean | undefined][] = [
    ["the caller records the trace", `00-${TRACE}-${PARENT}-01`, true],
    ["the caller does not", `00-${TRACE}-${PARENT}-00`, false],
    ["unknown flags beside the known one", `00-${TRACE}-${PARENT}-03`, true],
    ["a later version with more fields", `01-${TRACE}-${PARENT}-01-more`, true],
    ["spaces around it", ` 00-${TRACE}-${PARENT}-01 `, true],
    ["no header", undefined, undefined],
    ["an empty header", "", undefined],
    ["version 00 with more fields", `00-${TRACE}-${PARENT}-01-more`, undefined],
    ["the invalid version", `ff-${TRACE}-${PARENT}-01`, undefined],
    ["a trace id of zeros", `00-${"0".repeat(32)}-${PARENT}-01`, undefined],
    ["a span id of zeros", `00-${TRACE}-${"0".repeat(16)}-01`, undefined],
    ["upper case", `00-${TRACE.toUpperCase()}-${PARENT}-01`, undefined],
    ["a digit too few", `00-${TRACE.slice(1)}-${PARENT}-01`, undefined],
    ["two headers, joined", `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, undefined],
  ];
  for (const [world, header, sampled] of table) {
    it(`${world} → ${sampled === undefined ? "a new trace" : `sampled: ${sampled}`}`, async () => {
      const { tracer, spans } = create();
      await serve(tracer, header, async () => {});
      const [request] = spans();
      assert.equal(request !== undefined, sampled ?? true);
      if (request !== undefined) assert.equal(request.trace_id === TRACE, sampled === true);
    });
  }
});

describe("the share of traces that is recorded", () => {
  for (const ratio of [0, 0.1, 0.5, 1]) {
    it(`is ${ratio}`, () => {
      const { tracer, spans } = create(ratio);
      for (let index = 0; index < 2_000; index += 1) void serve(tracer, undefined, () => index);
      const share = spans().length / 2_000;
      assert.ok(Math.abs(share - ratio) <= 0.06, `${share} were sampled`); // six deviations of a fair coin
    });
  }
});

function create(ratio = 1) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
  const tracer = createTracer(
    provider.getTracer("latchkey"),
    new CompositePropagator({ propagators }),
  );
  const spans = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      trace_id: span.spanContext().traceId,
      span_id: span.spanContext().spanId,
      parent: span.parentSpanContext?.spanId,
      parent_is_remote: span.parentSpanContext?.isRemote ?? false,
      status: span.status,
      attributes: span.attributes,
      events: span.events,
      started_ms: nanoseconds(span.startTime) / 1_000_000n,
      duration_ns: nanoseconds(span.duration),
    }));
  return { tracer, spans };
}

function nanoseconds([seconds, rest]: readonly [number, number]): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(rest);
}

function serve<T>(tracer: Tracer, traceparent: string | undefined, work: () => T | Promise<T>) {
  return tracer.serve({ headers: { traceparent }, kind: "server", outcome: () => ({}) }, work);
}

function step(name: string) {
  return { name, kind: "internal" } as const;
}
