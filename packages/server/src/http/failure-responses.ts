import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Fields } from "../telemetry/log-format.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { OutageLog } from "../telemetry/outage-log.ts";
import { requestFailures } from "../telemetry/server-metrics.ts";
import type { Response } from "./response.ts";
import { type Exchange, sentRequestId } from "./exchange.ts";
import { createJsonErrorRenderer, type Failure, type ErrorRenderer } from "./failure.ts";
import { loggableError } from "./loggable-error.ts";

/** Where failures are logged and counted, and which of them are not bugs. */
export interface FailureOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly outages: OutageLog;
  /** Recognises errors that are not bugs, such as an unavailable database. */
  readonly failureOf?: (thrown: unknown) => Failure | undefined;
}

/** The responses to requests that get none from their endpoint. */
export interface FailureResponses {
  /** A failure in the format of its route. */
  readonly render: (failure: Failure, exchange: Exchange) => Response;
  /** The response to a request whose endpoint threw, which is logged and counted. */
  readonly fail: (exchange: Exchange, thrown: unknown) => Response;
}

export function createFailureResponses(
  { log, metrics, outages, failureOf }: FailureOptions,
  errorRendererOfExchange: (exchange: Exchange) => ErrorRenderer,
): FailureResponses {
  const failures = requestFailures(metrics);

  return { render, fail };

  function fail(exchange: Exchange, thrown: unknown): Response {
    const known = failureOf?.(thrown);
    if (known?.kind === "overloaded") return render(known, exchange); // Counted as a limit that was reached.
    const failure = known ?? bugOf(loggableError(thrown, exchange.request).message);
    const response = render(failure, exchange);
    const isBug = failure.kind === "bug";
    const notBug = failure.outage === undefined ? (failure.cause ?? "client_keys") : "database";
    failures.with({ cause: isBug ? "bug" : notBug }).add();
    const fields = (): Fields => logFields(failure, response, thrown, exchange);
    if (isBug) log.error("request failed", fields());
    else if (failure.outage === undefined) log.warn(failure.log_message ?? failure.kind, fields());
    else outages.report({ subject: "request", kind: failure.outage }, fields);
    return response;
  }

  function logFields(
    { error }: Failure,
    response: Response,
    thrown: unknown,
    exchange: Exchange,
  ): Fields {
    const { request, match } = exchange;
    const request_id = sentRequestId(response, exchange);
    const named = { method: request.method, route: match.pattern, request_id };
    const { log_format } = errorRendererOfExchange(exchange);
    return {
      ...(log_format?.fields({ ...named, error: error.error }) ?? named),
      error: loggableError(thrown, request),
    };
  }

  function render(failure: Failure, exchange: Exchange): Response {
    try {
      return errorRendererOfExchange(exchange).renderError(failure, exchange.request);
    } catch (error) {
      log.error("error not rendered", { error: loggableError(error, exchange.request) });
      return fallbackErrorRenderer.renderError(failure, exchange.request);
    }
  }
}

/** JSON, for paths without a renderer of their own, and for failures that a renderer throws on. */
export const fallbackErrorRenderer = createJsonErrorRenderer();

function bugOf(debug: string): Failure {
  const error: OAuthError = {
    error: "server_error",
    error_description:
      "The server failed to handle this request. Its log has the cause under the X-Request-Id.",
    debug,
  };
  return { kind: "bug", error };
}
