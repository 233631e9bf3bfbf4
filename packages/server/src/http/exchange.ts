import { callerAddress } from "../limits/caller-address.ts";
import type { AddressPredicate } from "../limits/networks.ts";
import type { Request } from "./request.ts";
import { FORM } from "./media-type.ts";
import { urlEncodedFormOf } from "./multipart.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import { requestIdOf } from "./request-id.ts";
import type { Response } from "./response.ts";
import type { Match } from "./router.ts";

/** One request as it is processed: as received, its route, and as the endpoint receives it. */
export interface Exchange {
  readonly incoming: IncomingRequest;
  readonly request: Request;
  readonly match: Match;
  readonly started_at: number;
}

/** What a listener believes of the peer of a connection. */
export interface PeerOptions {
  /** Peers whose forwarded headers are believed; undefined when there are none. */
  readonly isTrustedProxy?: AddressPredicate | undefined;
  /** The client certificate of a request; undefined where there are none. */
  readonly certificateOf?: ((incoming: IncomingRequest) => Request["certificate"]) | undefined;
}

const urlEncoded = { "content-type": FORM };
const noParams = {};
const noQuery = new URLSearchParams();

/** Routes a request and prepares it for its endpoint. */
export function beginExchange(
  incoming: IncomingRequest,
  matchRoute: (method: string, path: string) => Match,
  started_at: number,
  now_ms: () => number,
  peer: PeerOptions,
): Exchange {
  const { path, search } = splitTarget(incoming.target);
  const match = matchRoute(incoming.method, path);
  const request = new RoutedRequest(incoming, path, search, match, now_ms, peer);
  return { incoming, request, match, started_at };
}

/**
 * A class, because an object literal with the getter `query` is slower to create. Its fields are declared only, since the
 * constructor sets them all. Spreading a request copies no getter: copy its query by name.
 */
class RoutedRequest implements Request {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly params: Request["params"];
  declare readonly headers: Request["headers"];
  declare readonly body: string;
  declare readonly address: string;
  declare readonly certificate: Request["certificate"];
  declare readonly request_id: string;
  declare readonly received_at_ms: number;
  declare readonly search: string;
  /** Set once, when the caller is authenticated: `Exchange` is not made anew for it. */
  declare caller: Request["caller"];
  declare grants: Request["grants"];
  #query: URLSearchParams | undefined;

  constructor(
    incoming: IncomingRequest,
    path: string,
    search: string,
    match: Match,
    now_ms: () => number,
    { isTrustedProxy, certificateOf }: PeerOptions,
  ) {
    const isFound = match.kind === "found";
    this.method = isFound ? match.route.method : incoming.method; // HEAD is handled as GET.
    this.path = path;
    this.params = isFound ? match.params : noParams;
    const mayBeMultipart =
      isFound && match.route.reads_form === true && incoming.headers["content-type"] !== FORM;
    const form = mayBeMultipart ? urlEncodedFormOf(incoming) : undefined;
    this.headers = form === undefined ? incoming.headers : { ...incoming.headers, ...urlEncoded };
    this.body = form ?? incoming.body ?? "";
    this.address = callerAddress(incoming.address, incoming.headers, isTrustedProxy);
    this.certificate = certificateOf?.(incoming);
    this.request_id = requestIdOf(incoming.headers["x-request-id"]);
    this.received_at_ms = now_ms() - Math.floor(incoming.age_ms ?? 0);
    this.search = search.slice(1);
  }

  /** Parsed when first used: most requests have no query, and most endpoints do not read it. */
  get query(): URLSearchParams {
    return (this.#query ??= this.search === "" ? noQuery : new URLSearchParams(this.search));
  }
}

/** The id that the caller receives: the response's own, as under /v1, or that of the request. */
export function sentRequestId({ headers }: Response, { request }: Exchange): string {
  const own = headers["X-Request-Id"];
  return typeof own === "string" ? own : request.request_id;
}

/** The parts of a request target. */
interface Target {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
}

/** The target below a base path, such as `/token` for `/auth/token` below `/auth`; undefined where it is not below any. */
export function targetBelow(target: string, base_paths: readonly string[]): string | undefined {
  const { path, search } = splitTarget(target);
  const base = base_paths.find((one) => path === one || path.startsWith(`${one}/`));
  if (base === undefined) return undefined;
  return (path.slice(base.length) || "/") + search;
}

/** Splits a target into path and query. RFC 9112 §3.2.2: a target may also be an absolute URL. */
export function splitTarget(target: string): Target {
  if (target.startsWith("/")) {
    const mark = target.indexOf("?");
    if (mark === -1) return { path: target, search: "" };
    return { path: target.slice(0, mark), search: target.slice(mark) };
  }
  const url = URL.parse(target);
  return url === null ? { path: target, search: "" } : { path: url.pathname, search: url.search };
}
