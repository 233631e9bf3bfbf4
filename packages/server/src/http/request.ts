import type { Grants } from "@latchkey/api";
import type { Caller } from "./cause.ts";

/** A request as an endpoint receives it: plain data, from a socket or from a test. */
export interface Request {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The decoded `{names}` of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The query as it was sent, without its question mark. */
  readonly search: string;
  readonly query: URLSearchParams;
  /** By lower-case name; a repeated header is joined with a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The address of the caller: the peer's, or the one that a proxy of `serve.trusted_proxies` forwards for. */
  readonly address: string;
  /** The TLS client certificate of the caller, where `serve.mtls.certificates` says that there may be one. */
  readonly certificate?: PresentedCertificate | undefined;
  readonly request_id: string;
  /** Who calls the admin API, where that is authenticated. */
  readonly caller?: Caller | undefined;
  /** What that caller may do. Undefined within the server, and where nothing is authenticated. */
  readonly grants?: Grants | undefined;
  /** When the request's head had arrived; at the earliest, after a pause of the process. Milliseconds since the epoch. */
  readonly received_at_ms: number;
}

/**
 * A certificate whose private key the caller has: this server's TLS verified that, or a trusted proxy did. Its dates and names
 * are not checked. `malformed` where the header of the proxy cannot be read.
 */
export type PresentedCertificate =
  | {
      readonly der: Buffer;
      /** Whether a trusted authority issued it, as far as TLS or the proxy verified that. */
      readonly is_chain_verified: boolean;
    }
  | "malformed";
