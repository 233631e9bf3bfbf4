import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { createByteCollector } from "../limits/byte-collector.ts";
import { err, ok, type Result } from "../result.ts";
import { AddressRefusedError } from "./checked-lookup.ts";
import type { OutboundRejection } from "./outbound-rejection.ts";

// A static import would also load Node's fetch at every start.
const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule("node:http");

/** One outbound request. With a body it is a POST. */
export interface Outgoing {
  readonly url: URL;
  readonly body?: OutgoingBody;
  /** Beside those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly lookup: LookupFunction;
  /** Where a connection is taken from and kept afterwards; a new one is closed after the response if it is absent. */
  readonly connections?: Connections;
  readonly timeout_ms: number;
  readonly max_bytes: number;
}

/** The body of a POST. */
export interface OutgoingBody {
  readonly media_type: string;
  readonly text: string;
}

/** The complete response. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Connections that are kept between requests. Their address is not resolved again, so they are not for URLs whose address is
 * checked.
 */
export interface Connections {
  readonly http: Agent;
  readonly https: HttpsAgent;
}

/** Less than the 5 seconds after which Node, Apache and others close an idle connection. Milliseconds. */
const IDLE_MS = 4_000;

export function keepConnections(): Connections {
  const options = { keepAlive: true, timeout: IDLE_MS };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** Sends one request and reads the response, within the limits of time and size. */
export async function send(outgoing: Outgoing): Promise<Result<Reply, OutboundRejection>> {
  const { url, timeout_ms, max_bytes } = outgoing;
  const signal = AbortSignal.timeout(timeout_ms); // For name, connection, head and body together.
  try {
    const response = await exchange(outgoing, signal);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.destroy();
      return err({ reason: "redirected", status });
    }
    const body = await collect(response, max_bytes);
    if (body === undefined) return err({ reason: "too_large", max_bytes });
    return ok({ status, headers: response.headers, body });
  } catch (error) {
    if (signal.aborted) return err({ reason: "timed_out", timeout_ms });
    if (error instanceof AddressRefusedError) {
      return err({ reason: "address_refused", host: url.hostname });
    }
    return err({ reason: "unreachable", host: url.hostname, cause: causeOf(error) });
  }
}

const USER_AGENT = { "user-agent": "Latchkey" };
const GET_HEADERS = {
  accept: "application/json",
  "accept-encoding": "identity",
  ...USER_AGENT,
};

async function exchange(outgoing: Outgoing, signal: AbortSignal): Promise<IncomingMessage> {
  const { connections, url } = outgoing;
  const agent = url.protocol === "https:" ? connections?.https : connections?.http;
  const { request, response } = start(outgoing, signal, agent ?? false);
  try {
    return await response;
  } catch (error) {
    // The other side closed the kept connection before the request arrived.
    const isStale = request.reusedSocket && RESET.has(causeOf(error)) && !signal.aborted;
    if (!isStale) throw error;
    return start(outgoing, signal, false).response;
  }
}

const RESET: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

function start(
  { url, body, lookup, headers }: Outgoing,
  signal: AbortSignal,
  agent: Agent | false,
): { readonly request: ClientRequest; readonly response: Promise<IncomingMessage> } {
  const { promise: response, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = open(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...(body === undefined ? GET_HEADERS : postHeaders(body)), ...headers },
    lookup,
    signal,
    agent,
  });
  request
    .on("response", resolve)
    .on("error", reject)
    .on("close", () => reject(new Error("The connection was closed before a response."))) // After a 101, for example.
    .end(body?.text);
  return { request, response };
}

function postHeaders({ media_type }: OutgoingBody) {
  return { "content-type": media_type, ...USER_AGENT };
}

/** The whole body; undefined when it is larger than allowed. */
async function collect(response: IncomingMessage, max_bytes: number): Promise<Buffer | undefined> {
  const body = createByteCollector(max_bytes);
  for await (const piece of response) {
    if (!body.add(piece)) return undefined; // Leaving the loop destroys the response.
  }
  return body.bytes();
}

function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "no response";
}
