import assert from "node:assert/strict";
import { it } from "node:test";
import { renderSpans } from "./otlp.ts";

it("a batch is an ExportTraceServiceRequest in JSON, letter by letter", () => {
  const text = renderSpans({ resource: { "service.name": "latchkey" }, version: "v1" }, [
    {
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      span_id: "00f067aa0ba902b7",
      parent: { span_id: "b7ad6b7169203331", remote: true },
      name: "POST /oauth2/token",
      kind: "server",
      attributes: { "http.response.status_code": 500, "http.route": "/oauth2/token", share: 0.5 },
      started_at_ms: 1_800_000_000_000.25,
      ended_at_ms: 1_800_000_000_001,
      failed: true,
    },
  ]);
  assert.deepEqual(JSON.parse(text), {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "latchkey" } }] },
        scopeSpans: [
          {
            scope: { name: "latchkey", version: "v1" },
            spans: [
              {
                traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
                spanId: "00f067aa0ba902b7",
                parentSpanId: "b7ad6b7169203331",
                flags: 0x301,
                name: "POST /oauth2/token",
                kind: 2,
                startTimeUnixNano: "1800000000000250000",
                endTimeUnixNano: "1800000000001000000",
                attributes: [
                  { key: "http.response.status_code", value: { intValue: "500" } },
                  { key: "http.route", value: { stringValue: "/oauth2/token" } },
                  { key: "share", value: { doubleValue: 0.5 } },
                ],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});
