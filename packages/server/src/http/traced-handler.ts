import type { Tracer } from "../telemetry/tracer.ts";
import type { Response } from "./endpoint.ts";
import { createHandler, type Handler, type HandlerOptions } from "./handler.ts";

/**
 * Builds a handler whose answers are traced, in the words of OpenTelemetry's conventions for HTTP servers as far as nothing
 * secret is in them. Probes and scrapes are left out: they come by the clock and say nothing.
 */
export function createTracedHandler(options: HandlerOptions, tracer: Tracer): Handler {
  const { plane } = options;
  const handle = createHandler({
    ...options,
    observe: ({ method, route }) =>
      tracer.describe(`${method} ${route}`, {
        "http.request.method": method,
        "http.route": route,
        "latchkey.plane": plane,
      }),
  });
  const kind = plane === "within" ? "internal" : "server";
  return (incoming) => {
    if (/^\/(health|metrics)\//.test(incoming.target)) return handle(incoming);
    const { traceparent } = incoming.headers;
    return tracer.serve({ traceparent, kind, outcome }, () => handle(incoming));
  };
}

function outcome({ status, headers }: Response) {
  const request_id = headers["X-Request-Id"]; // The answer's own: under /v1 it is not the one that was brought.
  return {
    attributes: {
      "http.response.status_code": status,
      ...(typeof request_id === "string" && { "latchkey.request_id": request_id }),
    },
    error_type: status >= 500 ? String(status) : undefined,
  };
}
