import { operationIds, operations, type OperationId, type Operations } from "@latchkey/api";

import { unwrap } from "./api-error.ts";
import { bearer } from "./authorization.ts";
import type { Arguments, CallOptions, Method } from "./method.ts";
import type { DocumentedMethods } from "./method-docs.ts";
import { readReply, type Reply } from "./reply.ts";
import { buildRequest, type Input } from "./request.ts";

/** One method per operation. Each resolves to the response body or rejects with an `ApiError`. */
export type Client = {
  readonly [Id in OperationId]: Method<Id>;
} & DocumentedMethods & {
    /**
     * Calls an operation by ID. Resolves for every status, with the response headers.
     *
     * @example
     * ```ts
     * const reply = await latchkey.call("getOAuth2Client", { id: "photos" });
     * if (reply.ok) console.log(reply.body.client_name);
     * else console.log(reply.status, reply.headers.get("x-request-id"));
     * ```
     */
    readonly call: <Id extends OperationId>(
      id: Id,
      ...rest: Arguments<Id>
    ) => Promise<Reply<Operations[Id]["output"]>>;
  };

/** Addresses and transport of the server. */
export interface ClientOptions {
  /** Base URL of the admin listener. Also used for public operations if `public` is not set. */
  readonly admin?: string;
  /** Base URL of the public listener. */
  readonly public?: string;
  /** API key for admin operations that are called without `authorization`. */
  readonly api_key?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout per call in milliseconds; 30,000 by default. */
  readonly timeout_ms?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Creates a client of a Latchkey server. Works in every runtime that has `fetch`.
 *
 * @example
 * ```ts
 * import { createClient } from "@latchkey/client";
 *
 * const latchkey = createClient({ admin: "https://admin.id.example", api_key: API_KEY });
 * const clients = await latchkey.listOAuth2Clients({ limit: 10 });
 * console.log(clients.map(({ client_id }) => client_id));
 * ```
 */
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
    const reply = await readReply(id, response);
    const tag = reply.headers.get("etag");
    if (tag !== null && typeof reply.body === "object" && reply.body !== null)
      tags.set(reply.body, tag);
    return reply;
  };

  const methods = operationIds.map((id) => [
    id,
    async (input?: Input, callOptions?: CallOptions) => unwrap(await call(id, input, callOptions)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One method per operation; responses are not validated.
  return { ...Object.fromEntries(methods), call } as Client;
}

/** The `ETag` of each body that was returned. */
const tags = new WeakMap<object, string>();

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
  { authorization, headers, if_unchanged }: CallOptions,
): Headers {
  const result = new Headers(options.headers);
  for (const [name, value] of Object.entries(headers ?? {})) result.set(name, value);
  if (content_type !== undefined) result.set("content-type", content_type);
  if (authorization !== undefined) result.set("authorization", authorization);
  const tag = if_unchanged && tags.get(if_unchanged);
  if (tag !== undefined) result.set("if-match", tag);

  const needsKey = options.api_key !== undefined && operations[id].tag === "admin";
  if (needsKey && !result.has("authorization"))
    result.set("authorization", bearer(options.api_key));
  return result;
}

function signalOf({ timeout_ms = 30_000 }: ClientOptions, { signal }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeout_ms);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
