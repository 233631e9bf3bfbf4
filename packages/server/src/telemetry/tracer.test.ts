import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Span } from "./span.ts";
import { createTracer, type Tracer } from "./tracer.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("a tracer", () => {
  it("continues a trace that somebody else began, and hangs steps below the request", async () => {
    const { tracer, spans } = create();
    await serve(tracer, `00-${TRACE}-${PARENT}-01`, async () => {
      await tracer.step(step("grants.rotate"), async () => {
        await tracer.step(step("sign ES256"), () => "signed");
      });
    });
    const [sign, rotate, request] = spans;
    assert.deepEqual(
      spans.map(({ name }) => name),
      ["sign ES256", "grants.rotate", "HTTP"],
    );
    assert.deepEqual(new Set(spans.map(({ trace_id }) => trace_id)), new Set([TRACE]));
    assert.deepEqual(request?.parent, { span_id: PARENT, remote: true });
    assert.deepEqual(rotate?.parent, { span_id: request?.span_id, remote: false });
    assert.deepEqual(sign?.parent, { span_id: rotate?.span_id, remote: false });
  });

  it("keeps two requests apart that are answered at the same time", async () => {
    const { tracer, spans } = create();
    const go = Promise.withResolvers<void>();
    const answer = (name: string) => async (): Promise<void> => {
      await go.promise;
      await tracer.step(step(name), async () => {});
    };
    const both = Promise.all([
      serve(tracer, undefined, answer("alice")),
      serve(tracer, undefined, answer("bob")),
    ]);
    go.resolve();
    await both;
    const [alice, bob] = ["alice", "bob"].map((name) => spans.find((span) => span.name === name));
    assert.notEqual(alice?.trace_id, bob?.trace_id);
  });

  it("counts time by a clock that only grows, from the moment the trace began", () => {
    let clock = 500;
    const { tracer, spans } = create({ now_ms: () => 1_800_000_000_000, clock: () => clock });
    void serve(tracer, undefined, () => {
      clock += 2.5;
      void tracer.step(step("sign ES256"), () => (clock += 1));
    });
    const [sign, request] = spans;
    assert.deepEqual(
      [request?.started_at_ms, request?.ended_at_ms],
      [1_800_000_000_000, 1_800_000_000_003.5],
    );
    assert.equal(sign?.started_at_ms, 1_800_000_000_002.5);
  });

  it("records nothing of a trace that its beginner does not record, not even its steps", async () => {
    const { tracer, spans } = create();
    await serve(tracer, `00-${TRACE}-${PARENT}-00`, () =>
      tracer.step(step("grants.rotate"), async () => {}, { begins: true }),
    );
    assert.deepEqual(spans, []);
  });

  it("merely runs a step that belongs to no request, unless it may begin a trace", () => {
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
      spans.map(({ name, parent }) => [name, parent]),
      [["POST", undefined]],
    );
  });

  it("tells the kind of an error and not what it says", async () => {
    const { tracer, spans } = create();
    const broken = async (): Promise<void> => {
      throw new TypeError("the password is wonderland");
    };
    await assert.rejects(async () => serve(tracer, undefined, broken), TypeError);
    assert.throws(() => serve(tracer, undefined, () => JSON.parse("{wonderland")), SyntaxError);
    assert.deepEqual(
      spans.map(({ failed, attributes }) => [failed, attributes]),
      [
        [true, { "error.type": "TypeError" }],
        [true, { "error.type": "SyntaxError" }],
      ],
    );
  });
});

function create(clocks: { now_ms?: () => number; clock?: () => number } = {}) {
  const spans: Span[] = [];
  const tracer = createTracer({ ratio: 1, add: (span) => spans.push(span), ...clocks });
  return { tracer, spans };
}

function serve<T>(tracer: Tracer, traceparent: string | undefined, work: () => T | Promise<T>) {
  return tracer.serve({ traceparent, kind: "server", outcome: () => ({}) }, work);
}

function step(name: string) {
  return { name, kind: "internal" } as const;
}
