import type { Tracer } from "../telemetry/tracer.ts";
import type { Response } from "./response.ts";
import { createHandler, type Handler, type HandlerOptions } from "./handler.ts";

/**
 * Builds a handler with a span for each request, in the words of OpenTelemetry's semantic conventions for HTTP servers, but
 * without the path and the query, which may hold secrets. Health checks and metric scrapes have no span: they are periodic
 * and would outnumber everything else.
 */
export function createTracedHandler(options: HandlerOptions, tracer: Tracer): Handler {
  const { listener } = options;
  const handle = createHandler({
    ...options,
    observe: ({ method, route }) =>
      tracer.describe(`${method} ${route}`, {
        "http.request.method": method,
        "http.route": route,
        "latchkey.plane": listener,
      }),
  });
  const kind = listener === "within" ? "internal" : "server";
  return (incoming) => {
    if (/^\/(health|metrics)\//.test(incoming.target)) return handle(incoming);
    const { headers } = incoming;
    return tracer.serve({ headers, kind, outcome }, () => handle(incoming));
  };
}

function outcome({ status, headers }: Response) {
  const requestId = headers["X-Request-Id"]; // The response's: under /v1 it differs from the one in the request.
  return {
    attributes: {
      "http.response.status_code": status,
      ...(typeof requestId === "string" && { "latchkey.request_id": requestId }),
    },
    error_type: status >= 500 ? String(status) : undefined,
  };
}
