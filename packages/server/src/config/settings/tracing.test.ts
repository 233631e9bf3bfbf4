import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderConfig } from "../effective.ts";
import { loadConfig } from "../../process/composed-config.ts";
import { describeProblem } from "../problem.ts";

describe("the settings of traces", () => {
  it("go by the names that OpenTelemetry gives them in the environment", () => {
    const loaded = loadConfig({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc%3D,x-tenant=photos",
        OTEL_SERVICE_NAME: "edge",
        OTEL_TRACES_SAMPLER_ARG: "0.25",
      },
    });
    assert.ok(loaded.ok);
    const { config } = loaded.value;
    assert.equal(config["tracing.otlp_endpoint"], "http://collector:4318");
    assert.deepEqual(config["tracing.otlp_headers"], [
      { name: "authorization", value: "Bearer abc=" },
      { name: "x-tenant", value: "photos" },
    ]);
    assert.equal(config["tracing.service_name"], "edge");
    assert.equal(config["tracing.sampling_ratio"], 0.25);
    assert.doesNotMatch(renderConfig(loaded.value), /abc/);
  });

  it("leave tracing off when none is set", () => {
    const loaded = loadConfig({});
    assert.ok(loaded.ok);
    assert.equal(loaded.value.config["tracing.otlp_endpoint"], undefined);
  });

  const mistakes: [world: string, key: string, value: unknown, expected: RegExp][] = [
    ["no URL", "tracing.otlp_endpoint", "collector:4318", /must be a URL/],
    ["a password in it", "tracing.otlp_endpoint", "https://me:hunter2@c", /no password, query/],
    ["a key in its query", "tracing.otlp_endpoint", "https://c/?key=hunter2", /no password, query/],
    ["no header", "tracing.otlp_headers", "hunter2", /must be a header/],
    ["a header that ends its line", "tracing.otlp_headers", "x=hunter2%0d%0ay", /must be a header/],
    ["a header cut short", "tracing.otlp_headers", "x=hunter2%", /must be a header/],
    ["more than all", "tracing.sampling_ratio", 1.5, /from 0 to 1/],
    ["a word", "tracing.sampling_ratio", "always_on", /from 0 to 1/],
  ];
  for (const [world, key, value, expected] of mistakes) {
    it(`${world} → refused, and not quoted`, () => {
      const loaded = loadConfig({ flags: { [key]: value } });
      assert.ok(!loaded.ok);
      const text = loaded.error.map(describeProblem).join("\n");
      assert.match(text, expected);
      assert.doesNotMatch(text, /hunter2/);
    });
  }
});
