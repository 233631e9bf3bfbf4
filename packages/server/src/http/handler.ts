import { HashQueueError } from "../crypto/hash-queue.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Networks } from "../limits/networks.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { isTransient } from "../store/port/unavailable.ts";
import { requestFailures } from "../telemetry/server-metrics.ts";
import { createAccessRecord, type AccessRecordOptions } from "./access-log.ts";
import { oauthError, type Headers } from "./response.ts";
import { dispatch, type DispatchOptions } from "./dispatch.ts";
import type { Response } from "./endpoint.ts";
import { beginExchange, type Exchange } from "./exchange.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import { loggableError } from "./loggable-error.ts";
import { createRouter, type Route } from "./router.ts";
import type { TlsGate } from "./middleware/tls.ts";
import { databaseUnavailable, retryLater } from "./unavailable.ts";

/** Everything a listener does with a request. It answers at once where the endpoint does, and never throws. */
export type Handler = (incoming: IncomingRequest) => MaybePromise<Response>;

/** What a listener serves, and who may come in. */
export interface HandlerOptions extends AccessRecordOptions, DispatchOptions {
  readonly routes: readonly Route[];
  readonly tls_gate?: TlsGate | undefined;
  /** Peers whose forwarded headers are believed; undefined when there are none. */
  readonly isTrustedProxy?: Networks | undefined;
  /** The value of `Strict-Transport-Security`; undefined sends none. */
  readonly strict_transport?: string | undefined;
  /** The setting `oauth2.expose_internal_errors`. */
  readonly expose_internal_errors?: boolean;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
}

/** Builds the way of a request: TLS gate, route, CORS, API key, endpoint, and back out past the log. */
export function createHandler(options: HandlerOptions): Handler {
  const { log, cors, tls_gate, isTrustedProxy, expose_internal_errors = false } = options;
  const { clock = () => performance.now(), now_ms = Date.now } = options;
  const matchRoute = createRouter(options.routes);
  const record = createAccessRecord(options);
  const always = alwaysSent(options);
  const failures = requestFailures(options.metrics);

  return (incoming) => {
    const exchange = beginExchange(incoming, matchRoute, clock(), now_ms, isTrustedProxy);
    const { match, request } = exchange;
    const refusal = tls_gate?.(incoming, request.path);
    if (refusal !== undefined) return finish(exchange, oauthError(refusal), noHeaders);
    if (cors === undefined || match.kind === "options") return run(exchange, noHeaders);
    const shared = cors.headersFor(match.pattern, request);
    return shared instanceof Promise ? runAfter(shared, exchange) : run(exchange, shared);
  };

  async function runAfter(shared: Promise<Headers>, exchange: Exchange): Promise<Response> {
    try {
      return await run(exchange, await shared);
    } catch (error) {
      return finish(exchange, broken(exchange, error), noHeaders);
    }
  }

  function run(exchange: Exchange, shared: Headers): MaybePromise<Response> {
    try {
      const answer = dispatch(exchange, options);
      if (!(answer instanceof Promise)) return finish(exchange, answer, shared);
      return answer.then(
        (settled) => finish(exchange, settled, shared),
        (error: unknown) => finish(exchange, broken(exchange, error), shared),
      );
    } catch (error) {
      return finish(exchange, broken(exchange, error), shared);
    }
  }

  function broken({ request, match }: Exchange, error: unknown): Response {
    const { method, request_id } = request;
    const shown = loggableError(error, request);
    const facts = { method, route: match.pattern, request_id, error: shown };
    if (isTransient(error)) {
      failures.with({ cause: "database" }).add();
      log.warn("database unavailable", facts);
      return oauthError(databaseUnavailable, { headers: retryLater });
    }
    if (error instanceof HashQueueError) {
      return oauthError({ ...tooManyHashes, retry_after: error.retry_after });
    }
    failures.with({ cause: "bug" }).add();
    log.error("request failed", facts);
    return oauthError(describe(shown.message), { expose_internal_errors });
  }

  function finish(exchange: Exchange, answer: Response, shared: Headers): Response {
    const { incoming, request, match, started_at } = exchange;
    const { status } = answer;
    const { request_id } = request;
    const duration_ms = clock() - started_at;
    record({
      method: incoming.method,
      path: request.path,
      route: match.pattern,
      status,
      duration_ms,
      request_id,
      address: request.address,
      error: answer.note?.error?.error,
    });
    const headers = finalHeaders(answer.headers, shared, request_id);
    return { status, headers, body: answer.body };
  }

  function finalHeaders(own: Headers, shared: Headers, request_id: string): Headers {
    if (shared === noHeaders) return { ...always, "X-Request-Id": request_id, ...own };
    const headers = { ...always, "X-Request-Id": request_id, ...shared, ...own };
    if (!("Vary" in own && "Vary" in shared)) return headers;
    return { ...headers, Vary: [shared["Vary"], own["Vary"]].join(", ") };
  }
}

const noHeaders: Headers = {};

function alwaysSent({ strict_transport }: HandlerOptions): Headers {
  const always = { "X-Content-Type-Options": "nosniff" };
  if (strict_transport === undefined) return always;
  return { ...always, "Strict-Transport-Security": strict_transport };
}

const tooManyHashes: OAuthError = {
  error: "temporarily_unavailable",
  error_description: "Too many secrets are being hashed at once. Try again in a moment.",
};

function describe(debug: string): OAuthError {
  return {
    error: "server_error",
    error_description:
      "The server met a problem of its own. Its log knows more under the X-Request-Id.",
    debug,
  };
}
