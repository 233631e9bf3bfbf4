import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { it } from "node:test";

const loaded = new Set<string>();
let isInstalled = true;
registerHooks({
  resolve(specifier, context, next) {
    const isAbsent = specifier === "@latchkey/opentelemetry" && !isInstalled;
    // Node looks for packages in the folders above the importing file, and there are none above this one.
    const from = isAbsent ? { ...context, parentURL: "file:///elsewhere/tracing.js" } : context;
    const found = next(specifier, from);
    if (found.url.includes("opentelemetry/")) loaded.add(specifier);
    return found;
  },
});
// Imported only now, so that the hook sees what they import.
const { startTestServer } = await import("../support/server.ts");
await import("../../src/index.ts");

it("nothing of OpenTelemetry is loaded where traces are not configured", async () => {
  const { server, fetch } = await startTestServer();
  await fetch("http://public.test/.well-known/openid-configuration");
  assert.equal(server.context.tracer, undefined);
  assert.deepEqual([...loaded], []);
});

it("a server without the package @latchkey/opentelemetry says how to install it", async () => {
  isInstalled = false;
  await assert.rejects(
    startTestServer({ "tracing.otlp_endpoint": "http://127.0.0.1:1" }),
    /install @latchkey\/opentelemetry beside @latchkey\/server$/,
  );
  isInstalled = true;
  assert.deepEqual([...loaded], []);
});

it("OpenTelemetry is loaded where traces are configured", async () => {
  const { server } = await startTestServer({ "tracing.otlp_endpoint": "http://127.0.0.1:1" });
  assert.notEqual(server.context.tracer, undefined);
  assert.ok(loaded.has("@opentelemetry/sdk-trace-base"));
});
