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
  /** How many milliseconds ago its head may have arrived. Just now, when left out. */
  readonly age_ms?: number;
}
