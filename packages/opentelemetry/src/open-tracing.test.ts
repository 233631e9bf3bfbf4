import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { createLog, type Tracing, type TracingOptions } from "@latchkey/server";
import { openTracing } from "./open-tracing.ts";

/** A collector that responds as `replies` say, and with 200 after that. */
interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly spans: number;
}
const received: Export[] = [];
let replies: { status: number; headers?: Record<string, string>; body?: string }[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => (body += text));
  request.on("end", () => {
    const spans = body.split('"traceId"').length - 1;
    received.push({ path: request.url ?? "", headers: request.headers, body, spans });
    const { status, headers = {}, body: reply = "{}" } = replies.shift() ?? { status: 200 };
    response.writeHead(status, headers).end(reply);
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
  replies = [];
  process.env["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/json"; // These tests read what arrives.
});
afterEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("OTEL_")) delete process.env[name];
  }
});
after(() => {
  collector.closeAllConnections();
  collector.close();
});

describe("an export of spans", () => {
  it("is a batch, with the headers that the collector asks for", async () => {
    const { tracing, count } = await open({ endpoint: `${endpoint}/tenant/` });
    record(tracing, 3);
    await tracing.close();
    assert.deepEqual(
      received.map(({ path, spans }) => [path, spans]),
      [["/tenant/v1/traces", 3]],
    );
    assert.equal(received[0]?.headers["content-type"], "application/json");
    assert.equal(received[0]?.headers["x-api-key"], "a key of the test");
    assert.deepEqual(count(), { delivered: 3, dropped: 0 });
  });

  it("is made when a batch is full", async () => {
    process.env["OTEL_BSP_MAX_EXPORT_BATCH_SIZE"] = "2";
    process.env["OTEL_BSP_SCHEDULE_DELAY"] = "3600000";
    const { tracing, count, whenDelivered } = await open();
    record(tracing, 2);
    await whenDelivered(2);
    record(tracing, 2);
    await whenDelivered(4);
    assert.deepEqual(
      received.map(({ spans }) => spans),
      [2, 2],
    );
    await tracing.close();
    assert.deepEqual(count(), { delivered: 4, dropped: 0 });
  });

  it("is made after a while when it is not, and again after that", async () => {
    process.env["OTEL_BSP_SCHEDULE_DELAY"] = "1";
    const { tracing, whenDelivered } = await open();
    record(tracing, 1);
    await whenDelivered(1);
    record(tracing, 1);
    await whenDelivered(2);
    assert.deepEqual(
      received.map(({ spans }) => spans),
      [1, 1],
    );
    await tracing.close();
  });

  it("is repeated when the collector asks for patience", async () => {
    replies = [{ status: 503, headers: { "retry-after": "1" } }];
    process.env["OTEL_BSP_SCHEDULE_DELAY"] = "1";
    const { tracing, whenDelivered } = await open();
    record(tracing, 1);
    await whenDelivered(1);
    assert.equal(received.length, 2);
    await tracing.close();
  });

  it("is dropped when the collector refuses it, and its response is not logged", async () => {
    replies = [{ status: 401, body: "a key of the test is unknown" }];
    const { tracing, count, lines } = await open();
    record(tracing, 1);
    await tracing.close();
    assert.equal(received.length, 1);
    assert.deepEqual(count(), { delivered: 0, dropped: 1 });
    assert.match(lines().join(""), /"traces not delivered".*"reason":"status 401"/);
    assert.doesNotMatch(lines().join(""), /a key of the test/);
  });

  it("counts as dropped the spans that the collector rejects", async () => {
    replies = [{ status: 200, body: '{"partialSuccess":{"rejectedSpans":"2"}}' }];
    const { tracing, count } = await open();
    record(tracing, 5);
    await tracing.close();
    assert.deepEqual(count(), { delivered: 3, dropped: 2 });
  });

  it("drops spans beyond the length of the queue, so that memory does not grow", async () => {
    process.env["OTEL_BSP_MAX_QUEUE_SIZE"] = "10";
    process.env["OTEL_BSP_SCHEDULE_DELAY"] = "3600000";
    const { tracing, count } = await open();
    record(tracing, 9);
    assert.deepEqual(count(), { delivered: 0, dropped: 0 });
    record(tracing, 16); // The tenth fills a batch, which leaves at once; ten more fit into the queue.
    assert.deepEqual(count(), { delivered: 0, dropped: 5 });
    await tracing.close();
    assert.deepEqual(count(), { delivered: 20, dropped: 5 });
  });

  it("does not delay the end of the server for long when there is no collector", async () => {
    const { tracing, count } = await open({ endpoint: "http://127.0.0.1:1" });
    record(tracing, 5);
    const started = performance.now();
    await tracing.close();
    assert.ok(performance.now() - started < 5_000);
    assert.deepEqual(count(), { delivered: 0, dropped: 5 });
  });

  it("follows no redirect: the headers are for the collector alone", async () => {
    replies = [{ status: 307, headers: { location: "/elsewhere" } }];
    const { tracing, count } = await open();
    record(tracing, 1);
    await tracing.close();
    assert.deepEqual(
      received.map(({ path }) => path),
      ["/v1/traces"],
    );
    assert.deepEqual(count(), { delivered: 0, dropped: 1 });
  });
});

describe("the variables of OpenTelemetry", () => {
  it("OTEL_EXPORTER_OTLP_PROTOCOL chooses JSON; without it spans are sent as protobuf", async () => {
    delete process.env["OTEL_EXPORTER_OTLP_PROTOCOL"];
    await exportOne();
    process.env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/json";
    await exportOne();
    assert.deepEqual(
      received.map(({ headers }) => headers["content-type"]),
      ["application/x-protobuf", "application/json"],
    );
  });

  it("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT and _HEADERS come before those of all signals", async () => {
    process.env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = `${endpoint}/traces-only`;
    process.env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] = "x-api-key=another%20key";
    await exportOne({ endpoint: "http://127.0.0.1:1" });
    assert.deepEqual(
      received.map(({ path, headers }) => [path, headers["x-api-key"]]),
      [["/traces-only", "another key"]],
    );
  });

  it("OTEL_EXPORTER_OTLP_COMPRESSION compresses what is sent", async () => {
    process.env["OTEL_EXPORTER_OTLP_COMPRESSION"] = "gzip";
    await exportOne();
    assert.equal(received[0]?.headers["content-encoding"], "gzip");
  });

  it("OTEL_RESOURCE_ATTRIBUTES describes the server, and gives way to the settings", async () => {
    process.env["OTEL_RESOURCE_ATTRIBUTES"] = "deployment.environment.name=test,service.name=env";
    await exportOne();
    await exportOne({ service_name: "my service", deployment_environment: "staging" });
    const [fromVariable = "", fromSetting = ""] = received.map(({ body }) => body);
    assert.match(fromVariable, /"deployment.environment.name","value":\{"stringValue":"test"/);
    assert.match(fromVariable, /"service.name","value":\{"stringValue":"env"/);
    assert.match(fromSetting, /"service.name","value":\{"stringValue":"my service"/);
    assert.match(fromSetting, /"deployment.environment.name","value":\{"stringValue":"staging"/);
  });

  it("OTEL_TRACES_SAMPLER decides which traces are recorded", async () => {
    process.env["OTEL_TRACES_SAMPLER"] = "always_off";
    await exportOne();
    assert.deepEqual(received, []);
  });

  it("OTEL_PROPAGATORS names the headers that carry a trace", async () => {
    process.env["OTEL_PROPAGATORS"] = "b3";
    const { tracing } = await open();
    const sent = await callWithin(tracing, { b3: `${TRACE}-${PARENT}-1` });
    assert.match(sent["b3"] ?? "", new RegExp(`^${TRACE}-[0-9a-f]{16}-1$`));
    assert.equal(sent["traceparent"], undefined);
    await tracing.close();
  });

  it("OTEL_TRACES_EXPORTER with an unknown exporter is warned of and ignored", async () => {
    process.env["OTEL_TRACES_EXPORTER"] = "otlp,carrier-pigeon";
    const { tracing, lines } = await open();
    record(tracing, 1);
    await tracing.close();
    assert.equal(received.length, 1);
    assert.match(lines().join(""), /OTEL_TRACES_EXPORTER.*carrier-pigeon/);
  });

  it("OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT cuts the values of attributes", async () => {
    process.env["OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT"] = "4";
    const { tracing } = await open();
    await tracing.step(
      { name: "GET", kind: "client", attributes: { "server.address": "photos.example" } },
      async () => {},
      { begins: true },
    );
    await tracing.close();
    assert.match(received[0]?.body ?? "", /"server.address","value":\{"stringValue":"phot"/);
  });
});

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

async function exportOne(options: Partial<TracingOptions> = {}): Promise<void> {
  const { tracing } = await open(options);
  record(tracing, 1);
  await tracing.close();
}

function record(tracing: Tracing, count: number): void {
  for (let index = 0; index < count; index += 1) {
    void tracing.step({ name: "POST", kind: "client" }, () => index, { begins: true });
  }
}

/** The headers that a request with these headers adds to its requests to others. */
async function callWithin(tracing: Tracing, headers: Record<string, string>) {
  return tracing.serve({ headers, kind: "server", outcome: () => ({}) }, () =>
    tracing.outgoingHeaders(),
  );
}

async function open(options: Partial<TracingOptions> = {}) {
  const counts = { delivered: 0, dropped: 0 };
  const waiting: { least: number; resolve: () => void }[] = [];
  const text: string[] = [];
  const log = createLog({ level: "debug", format: "json", write: (lines) => text.push(lines) });
  const tracing = await openTracing({
    endpoint,
    headers: { "x-api-key": "a key of the test" },
    service_name: "latchkey",
    sampling_ratio: 1,
    version: "v1",
    instance_id: "one",
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
    ...options,
  });
  return {
    tracing,
    count: () => ({ ...counts }),
    lines: () => (log.flush(), text),
    whenDelivered: (least: number) =>
      new Promise<void>((resolve) => waiting.push({ least, resolve })),
  };
}
