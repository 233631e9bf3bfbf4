import type { Context } from "../context/context.ts";
import type { Note } from "../inspector/observed-request.ts";
import type { MaybePromise } from "../maybe-promise.ts";

/** A request as an endpoint sees it: plain data, whoever received it. */
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
  /** The address of the caller: of the peer, or what `serve.trusted_proxies` say of it. */
  readonly address: string;
  readonly request_id: string;
  /** When its head had reached us. Milliseconds since the epoch. */
  readonly received_at_ms: number;
}

/** What an endpoint answers: plain data, whoever sends it. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** For whoever looks on. It is never sent. */
  readonly note?: Note;
}

/** A function from a request to an answer. The world it may touch is in the context. */
export type Endpoint = (request: Request, context: Context) => MaybePromise<Response>;
