import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMetrics } from "./metrics.ts";
import { createServerMetrics } from "./server-metrics.ts";
import { isTracingConfigured, loadOpenTelemetry } from "./tracing.ts";

describe("whether traces are configured", () => {
  const table: [world: string, env: Record<string, string>, configured: boolean][] = [
    ["nothing is set", {}, false],
    ["an exporter", { OTEL_TRACES_EXPORTER: "otlp" }, true],
    ["an endpoint of traces", { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c" }, true],
    ["no exporter", { OTEL_TRACES_EXPORTER: "none" }, false],
    ["off", { OTEL_TRACES_EXPORTER: "otlp", OTEL_SDK_DISABLED: "TRUE" }, false],
    ["a service name alone", { OTEL_SERVICE_NAME: "my service" }, false],
  ];
  for (const [world, env, configured] of table) {
    it(`${world} → ${configured ? "traces" : "no traces"}`, () => {
      assert.equal(isTracingConfigured(undefined, env), configured);
    });
  }

  it("OTEL_SDK_DISABLED and OTEL_TRACES_EXPORTER=none come before the setting", () => {
    assert.equal(isTracingConfigured("http://c", {}), true);
    assert.equal(isTracingConfigured("http://c", { OTEL_SDK_DISABLED: "true" }), false);
    assert.equal(isTracingConfigured("http://c", { OTEL_TRACES_EXPORTER: "none" }), false);
  });
});

describe("the package @latchkey/opentelemetry", () => {
  const failWith = (properties: object) => async () => {
    throw Object.assign(new Error("Cannot find package"), properties);
  };

  it("is named with the command that installs it where it is missing", async () => {
    const message = "Cannot find package '@latchkey/opentelemetry' imported from tracing.js";
    await assert.rejects(
      loadOpenTelemetry(failWith({ code: "ERR_MODULE_NOT_FOUND", message })),
      /traces are configured.*install @latchkey\/opentelemetry/i,
    );
  });

  it("keeps its own error where it is installed and cannot be loaded", async () => {
    const message = "Cannot find package '@opentelemetry/api' imported from open-tracing.js";
    await assert.rejects(loadOpenTelemetry(failWith({ code: "ERR_MODULE_NOT_FOUND", message })), {
      message,
    });
    await assert.rejects(loadOpenTelemetry(failWith({ code: "ERR_OTHER" })), { code: "ERR_OTHER" });
  });
});

it("delivered and dropped spans are a metric", () => {
  const metrics = createMetrics();
  createServerMetrics(metrics).spans.dropped.add(3);
  assert.match(metrics.render(), /^latchkey_spans_total\{outcome="dropped"\} 3$/m);
});
