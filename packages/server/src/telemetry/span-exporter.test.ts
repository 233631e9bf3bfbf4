import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import { createServerMetrics } from "./server-metrics.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { createSpanExporter, type SpanExporterOptions } from "./span-exporter.ts";

/** A collector that answers as it is told, and 200 after that. */
const received: { path: string; headers: IncomingHttpHeaders; spans: number }[] = [];
let answers: { status: number; headers?: Record<string, string>; body?: string }[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => (body += text));
  request.on("end", () => {
    const spans = body.split('"traceId"').length - 1;
    received.push({ path: request.url ?? "", headers: request.headers, spans });
    const { status, headers = {}, body: said = "{}" } = answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end(said);
  });
});
let endpoint = "";
before(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const address = collector.address();
  endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
beforeEach(() => {
  received.length = 0;
  answers = [];
});
after(() => {
  collector.closeAllConnections();
  collector.close();
});

describe("spans on their way to a collector", () => {
  it("go together, with the headers that the collector asks for", async () => {
    const { exporter, count } = create({ endpoint: `${endpoint}/tenant/` });
    for (let index = 0; index < 3; index += 1) exporter.add(span);
    await exporter.close();
    assert.deepEqual(
      received.map(({ path, spans }) => [path, spans]),
      [["/tenant/v1/traces", 3]],
    );
    assert.equal(received[0]?.headers["content-type"], "application/json");
    assert.equal(received[0]?.headers["x-api-key"], "a key of the test");
    assert.deepEqual(count(), { delivered: 3, dropped: 0 });
  });

  it("leave at once when a batch is full", async () => {
    const { exporter, count, whenDelivered } = create({ batch_size: 2, interval_ms: 3_600_000 });
    for (let index = 0; index < 4; index += 1) exporter.add(span);
    await whenDelivered(4);
    assert.deepEqual(
      received.map(({ spans }) => spans),
      [2, 2],
    );
    await exporter.close();
    assert.deepEqual(count(), { delivered: 4, dropped: 0 });
  });

  it("leave after a while when it is not, and later ones after that", async () => {
    const { exporter, whenDelivered } = create({ interval_ms: 1 });
    exporter.add(span);
    await whenDelivered(1);
    exporter.add(span);
    await whenDelivered(2);
    assert.deepEqual(
      received.map(({ spans }) => spans),
      [1, 1],
    );
  });

  it("are sent again when the collector asks for patience, as long as it asks for", async () => {
    answers = [{ status: 503, headers: { "retry-after": "7" } }, { status: 429 }];
    const { exporter, pauses, whenDelivered, lines } = create({ batch_size: 1 });
    exporter.add(span);
    await whenDelivered(1);
    assert.deepEqual(pauses, [7_000, 2_000]);
    assert.equal(received.length, 3);
    assert.equal(lines().filter((line) => line.includes("traces not delivered")).length, 1);
  });

  it("are dropped when the collector does not want them, and nobody hears a secret", async () => {
    answers = [{ status: 401, body: "a key of the test is unknown" }];
    const { exporter, count, lines } = create();
    exporter.add(span);
    await exporter.close();
    assert.equal(received.length, 1);
    assert.deepEqual(count(), { delivered: 0, dropped: 1 });
    assert.match(lines().join(""), /"reason":"status 401"/);
    assert.doesNotMatch(lines().join(""), /a key of the test/);
  });

  it("are counted as dropped where the collector took only some", async () => {
    answers = [{ status: 200, body: '{"partialSuccess":{"rejectedSpans":"2"}}' }];
    const { exporter, count } = create();
    for (let index = 0; index < 5; index += 1) exporter.add(span);
    await exporter.close();
    assert.deepEqual(count(), { delivered: 3, dropped: 2 });
  });

  it("are dropped when too many wait, and memory does not grow", async () => {
    const { exporter, count } = create({ waiting_max: 10, interval_ms: 3_600_000 });
    for (let index = 0; index < 25; index += 1) exporter.add(span);
    assert.deepEqual(count(), { delivered: 0, dropped: 15 });
    await exporter.close();
    assert.deepEqual(count(), { delivered: 10, dropped: 15 });
  });

  it("hold nobody up at the end when there is no collector", async () => {
    const { exporter, count } = create({ endpoint: "http://127.0.0.1:1", batch_size: 2 });
    for (let index = 0; index < 5; index += 1) exporter.add(span);
    await exporter.close();
    assert.deepEqual(count(), { delivered: 0, dropped: 5 });
  });

  it("do not follow a redirect: the headers are for the collector alone", async () => {
    answers = [{ status: 307, headers: { location: "/elsewhere" } }];
    const { exporter, count } = create();
    exporter.add(span);
    await exporter.close();
    assert.deepEqual(
      received.map(({ path }) => path),
      ["/v1/traces"],
    );
    assert.deepEqual(count(), { delivered: 0, dropped: 1 });
  });
});

const span = {
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  span_id: "00f067aa0ba902b7",
  parent: undefined,
  name: "GET /.well-known/jwks.json",
  kind: "server",
  attributes: {},
  started_at_ms: 1_800_000_000_000,
  ended_at_ms: 1_800_000_000_001,
  failed: false,
} as const;

function create(options: Partial<SpanExporterOptions> = {}) {
  const counts = { delivered: 0, dropped: 0 };
  const waiting: { least: number; resolve: () => void }[] = [];
  const text: string[] = [];
  const pauses: number[] = [];
  const log = createLog({ level: "debug", format: "json", write: (lines) => text.push(lines) });
  const exporter = createSpanExporter({
    endpoint,
    headers: { "x-api-key": "a key of the test" },
    resource: { "service.name": "latchkey" },
    version: "v1",
    log,
    spans: {
      delivered: {
        add(amount = 1) {
          counts.delivered += amount;
          for (const { least, resolve } of waiting) if (counts.delivered >= least) resolve();
        },
      },
      dropped: { add: (amount = 1) => void (counts.dropped += amount) },
    },
    pause: async (ms) => void pauses.push(ms),
    ...options,
  });
  return {
    exporter,
    pauses,
    count: () => ({ ...counts }),
    lines: () => (log.flush(), text),
    whenDelivered: (least: number) =>
      new Promise<void>((resolve) => waiting.push({ least, resolve })),
  };
}

it("what became of spans is a metric", () => {
  const metrics = createMetrics();
  createServerMetrics(metrics).spans.dropped.add(3);
  assert.match(metrics.render(), /^latchkey_spans_total\{outcome="dropped"\} 3$/m);
});
