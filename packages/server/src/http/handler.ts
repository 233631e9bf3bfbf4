import type { MaybePromise } from "../maybe-promise.ts";
import { createAccessRecord, type AccessRecordOptions } from "./access-log.ts";
import { checkRequest, type CheckOptions } from "./check-request.ts";
import type { Request } from "./request.ts";
import {
  beginExchange,
  type Exchange,
  type PeerOptions,
  sentRequestId,
  splitTarget,
  targetBelow,
} from "./exchange.ts";
import type { ErrorRenderer, Failure } from "./failure.ts";
import {
  createFailureResponses,
  fallbackErrorRenderer,
  type FailureOptions,
} from "./failure-responses.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import type { Cors } from "./middleware/cors.ts";
import type { TlsCheck } from "./middleware/tls.ts";
import { type Headers, redirect, type Response } from "./response.ts";
import { createRouter, type Route } from "./router.ts";

/** Everything a listener does with a request. It responds synchronously where the endpoint does, and never throws. */
export type Handler = (incoming: IncomingRequest) => MaybePromise<Response>;

/** What a listener serves, and to which callers. */
export interface HandlerOptions
  extends AccessRecordOptions, CheckOptions, FailureOptions, PeerOptions {
  readonly routes: readonly Route[];
  /** The paths of the issuer and of the public URL, below which the routes are served as well; the first is in redirects. */
  readonly base_paths?: readonly string[];
  /** Renders the errors of a path that no route matches; JSON when left out. */
  readonly errorRendererOf?: (path: string) => ErrorRenderer;
  readonly checkTls?: TlsCheck | undefined;
  readonly cors?: Cors | undefined;
  /** The value of `Strict-Transport-Security`; undefined sends none. */
  readonly strict_transport?: string | undefined;
  /** Called with every request and its response, before the response is sent. They contain secrets. */
  readonly onResponse?: ResponseObserver | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly clock?: () => number;
  /** Milliseconds since the epoch. */
  readonly now_ms?: () => number;
}

/** Observes responses. `operation` is the name of the route, if there is one. */
export type ResponseObserver = (observed: {
  readonly listener: HandlerOptions["listener"];
  readonly operation: string | undefined;
  readonly request: Request;
  readonly response: Response;
}) => void;

/**
 * Builds the one dispatcher of all listeners: TLS check, route, CORS, the checks of `check-request.ts`, endpoint, access log.
 * Whatever a check refuses and whatever an endpoint throws becomes a Failure, which the error renderer of the route renders.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { cors, checkTls, listener, onResponse } = options;
  const {
    clock = performance.now.bind(performance),
    now_ms = Date.now,
    errorRendererOf = () => fallbackErrorRenderer,
    base_paths = [],
  } = options;
  const matchRoute = createRouter(options.routes);
  const record = createAccessRecord(options);
  const always = alwaysSent(options);
  const { render, fail } = createFailureResponses(options, errorRendererOfExchange);

  return (received) => {
    const exchange = begin(received);
    const { incoming, match, request } = exchange;
    const error = checkTls?.(incoming, match.probe);
    // JSON on every route: the caller is a proxy with the wrong settings.
    if (error !== undefined)
      return finish(
        exchange,
        fallbackErrorRenderer.renderError({ kind: "refused", error }, request),
        noHeaders,
      );
    if (cors === undefined || match.kind === "options") return run(exchange, noHeaders);
    const corsHeaders = cors.headersFor(match, request);
    return corsHeaders instanceof Promise
      ? runAfter(corsHeaders, exchange)
      : run(exchange, corsHeaders);
  };

  /** A proxy in front may remove the path of the issuer or not, so a path is looked up as it is, and then below it. */
  function begin(incoming: IncomingRequest): Exchange {
    const exchange = beginExchange(incoming, matchRoute, clock(), now_ms, options);
    if (base_paths.length === 0 || exchange.match.kind === "found") return exchange;
    const target = targetBelow(incoming.target, base_paths);
    if (target === undefined) return exchange;
    return beginExchange({ ...incoming, target }, matchRoute, exchange.started_at, now_ms, options);
  }

  async function runAfter(corsHeaders: Promise<Headers>, exchange: Exchange): Promise<Response> {
    try {
      return await run(exchange, await corsHeaders);
    } catch (error) {
      return finish(exchange, fail(exchange, error), noHeaders);
    }
  }

  function run(exchange: Exchange, corsHeaders: Headers): MaybePromise<Response> {
    try {
      const failure = checkRequest(exchange, options);
      if (!(failure instanceof Promise)) return proceed(failure, exchange, corsHeaders);
      return failure.then(
        (settled) => proceed(settled, exchange, corsHeaders),
        (error: unknown) => finish(exchange, fail(exchange, error), corsHeaders),
      );
    } catch (error) {
      return finish(exchange, fail(exchange, error), corsHeaders);
    }
  }

  function proceed(
    failure: Failure | undefined,
    exchange: Exchange,
    corsHeaders: Headers,
  ): MaybePromise<Response> {
    if (failure !== undefined) return finish(exchange, render(failure, exchange), corsHeaders);
    try {
      const { match, request } = exchange;
      const response =
        match.kind === "found"
          ? match.route.answer(request)
          : respondWithoutEndpoint(exchange, options);
      if (!(response instanceof Promise)) return observe(exchange, response, corsHeaders);
      return response.then(
        (settled) => observe(exchange, settled, corsHeaders),
        (error: unknown) => observe(exchange, fail(exchange, error), corsHeaders),
      );
    } catch (error) {
      return observe(exchange, fail(exchange, error), corsHeaders);
    }
  }

  function errorRendererOfExchange({ match, request }: Exchange): ErrorRenderer {
    return match.kind === "found" ? match.route.error_renderer : errorRendererOf(request.path);
  }

  /** Only responses of endpoints are observed, and errors that were rendered in place of one. */
  function observe(exchange: Exchange, response: Response, corsHeaders: Headers): Response {
    const { match, request } = exchange;
    if (match.kind === "found") match.route.observe?.(request, response);
    return finish(exchange, response, corsHeaders);
  }

  function finish(exchange: Exchange, response: Response, corsHeaders: Headers): Response {
    const { incoming, request, match, started_at } = exchange;
    const { status } = response;
    const request_id = sentRequestId(response, exchange);
    const duration_ms = clock() - started_at;
    record(
      {
        method: incoming.method,
        route: match.pattern,
        probe: match.probe,
        status,
        duration_ms,
        request_id,
        address: request.address,
        error: response.note?.error?.error,
      },
      errorRendererOfExchange(exchange).log_format,
    );
    const operation = match.kind === "found" ? match.route.name : undefined;
    onResponse?.({ listener, operation, request, response });
    const headers = finalHeaders(response.headers, corsHeaders, request_id);
    const { body, bytes } = response;
    return bytes === undefined ? { status, headers, body } : { status, headers, body, bytes };
  }

  function finalHeaders(own: Headers, corsHeaders: Headers, request_id: string): Headers {
    if (corsHeaders === noHeaders) return { ...always, "X-Request-Id": request_id, ...own };
    const headers = { ...always, "X-Request-Id": request_id, ...corsHeaders, ...own };
    if (!("Vary" in own && "Vary" in corsHeaders)) return headers;
    return { ...headers, Vary: [corsHeaders["Vary"], own["Vary"]].join(", ") };
  }
}

const noHeaders: Headers = {};

/** OPTIONS, and a path that differs from a route's by slashes at its start or end. */
function respondWithoutEndpoint(
  { incoming, request, match }: Exchange,
  { cors, base_paths = [] }: HandlerOptions,
): MaybePromise<Response> {
  switch (match.kind) {
    case "options":
      return (
        cors?.preflight(match, request) ?? {
          status: 200,
          headers: { Allow: match.allow },
          body: "",
        }
      );
    case "other_slashes": {
      const { search } = splitTarget(incoming.target);
      return redirect(
        (base_paths[0] ?? "") + match.path + search,
        isSafe(incoming.method) ? 301 : 307,
      );
    }
    case "found":
    case "wrong_method":
    case "malformed":
    case "unknown":
      throw new Error(`A request whose match is ${match.kind} is answered elsewhere.`);
  }
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function alwaysSent({ strict_transport }: HandlerOptions): Headers {
  const always = { "X-Content-Type-Options": "nosniff" };
  if (strict_transport === undefined) return always;
  return { ...always, "Strict-Transport-Security": strict_transport };
}
