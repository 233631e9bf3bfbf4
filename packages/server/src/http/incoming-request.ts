import type { PresentedCertificate, Request } from "./request.ts";

/** A request before it is routed: plain data, from a socket or from a test. */
export interface IncomingRequest {
  readonly method: string;
  /** RFC 9112 §3.2: the path with its query as the request line has it, or a whole URL. */
  readonly target: string;
  readonly headers: Request["headers"];
  /** Undefined when it was larger than `serve.limits.body_bytes`. */
  readonly body: string | undefined;
  /** The address of the peer; `UNIX_PEER` for a Unix socket, and empty for calls within the process. */
  readonly address: string;
  /** True when the network cannot have read it: TLS is terminated here, or it came over a Unix socket. */
  readonly encrypted: boolean;
  /** The client certificate of the TLS connection to this server. */
  readonly certificate?: PresentedCertificate | undefined;
  /** When its head had arrived. Milliseconds since the epoch; now, when left out. */
  readonly received_at_ms?: number;
}

/** The parts of a request target. */
export interface Target {
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
