import {
  operationIds,
  operations,
  type NoInput,
  type OperationId,
  type Operations,
} from "@latchkey/api";

import { unwrap } from "./api-error.ts";
import { bearer } from "./authorization.ts";
import { readReply, type Reply } from "./reply.ts";
import { buildRequest, type Input } from "./request.ts";

/** One method per operation, which resolves to its output or rejects with an `ApiError`. */
export type Client = {
  readonly [Id in OperationId]: (...rest: Arguments<Id>) => Promise<Operations[Id]["output"]>;
} & {
  /** Calls an operation by its id and resolves whatever the status, with the headers. */
  readonly call: <Id extends OperationId>(
    id: Id,
    ...rest: Arguments<Id>
  ) => Promise<Reply<Operations[Id]["output"]>>;
};

/** Where the server is and how to reach it. */
export interface ClientOptions {
  /** Base URL of the admin listener. It serves public operations too, where no `public` is given. */
  readonly admin?: string;
  /** Base URL of the public listener. */
  readonly public?: string;
  /** Presented to admin operations that are called without an authorization of their own. */
  readonly api_key?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long one call may take, 30,000 unless told. */
  readonly timeout_ms?: number;
  /** Sends the requests, in place of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What one call does differently. */
export interface CallOptions {
  /** See `basic` and `bearer`. */
  readonly authorization?: string;
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives up waiting. The server may have acted all the same. */
  readonly signal?: AbortSignal;
}

/** The input comes first, and may be left out where nothing in it is required. */
type Arguments<Id extends OperationId> = NoInput extends Operations[Id]["input"]
  ? [input?: Operations[Id]["input"], options?: CallOptions]
  : [input: Operations[Id]["input"], options?: CallOptions];

/** Speaks to a Latchkey server from any runtime that has `fetch`. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((url, init) => fetch(url, init));

  const call = async (
    id: OperationId,
    input: Input = {},
    callOptions: CallOptions = {},
  ): Promise<Reply<unknown>> => {
    const { method, target, content_type, body } = buildRequest(id, input);
    const response = await send(baseOf(id, options) + target, {
      method,
      headers: headersOf(id, content_type, options, callOptions),
      body: body ?? null,
      redirect: "manual",
      signal: signalOf(options, callOptions),
    });
    return readReply(id, response);
  };

  const methods = operationIds.map((id) => [
    id,
    async (input?: Input, callOptions?: CallOptions) => unwrap(await call(id, input, callOptions)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One method per id of the table, and outputs are trusted to be the contract's.
  return { ...Object.fromEntries(methods), call } as Client;
}

function baseOf(id: OperationId, options: ClientOptions): string {
  const { tag } = operations[id];
  const base = tag === "public" ? (options.public ?? options.admin) : options.admin;
  if (base === undefined) throw new TypeError(`${id} needs the ${tag} base URL of the server.`);
  return base.replace(/\/+$/, "");
}

function headersOf(
  id: OperationId,
  content_type: string | undefined,
  options: ClientOptions,
  { authorization, headers }: CallOptions,
): Headers {
  const result = new Headers(options.headers);
  for (const [name, value] of Object.entries(headers ?? {})) result.set(name, value);
  if (content_type !== undefined) result.set("content-type", content_type);
  if (authorization !== undefined) result.set("authorization", authorization);

  const keyed = options.api_key !== undefined && operations[id].tag === "admin";
  if (keyed && !result.has("authorization")) result.set("authorization", bearer(options.api_key));
  return result;
}

function signalOf({ timeout_ms = 30_000 }: ClientOptions, { signal }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeout_ms);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
