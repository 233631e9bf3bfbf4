import type { SentError } from "../interaction/provider-error.ts";

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
  /** When the request's head had arrived. Milliseconds since the epoch. */
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

/** A response as an endpoint returns it: plain data. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** For metrics and the inspector. It is never sent. */
  readonly note?: ResponseNote;
}

/** Facts about a response that the response itself does not carry. */
export interface ResponseNote {
  /** The flow that the request belongs to, where the request does not name it. */
  readonly flow_id?: string;
  readonly client_id?: string | undefined;
  readonly subject?: string;
  /** The rule that decided, where the response is no error. */
  readonly rule?: string;
  readonly error?: SentError;
  /** The parameters of the request object or pushed request that the request refers to, not masked. */
  readonly parameters?: readonly (readonly [string, string])[];
  /** Where the response is delivered, if not by a redirect. */
  readonly redirect_uri?: string;
}
