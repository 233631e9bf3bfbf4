import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/** How to get to a server. */
export interface Transport {
  /** A Unix socket to connect to, whatever the URL says. */
  readonly socket_path?: string;
  /** Accepts every certificate: for servers that made their own. */
  readonly skip_tls_verify?: boolean;
}

/** What the SDK sends its requests with. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A `fetch` that can also speak over a Unix socket and to a certificate nobody vouches for. It follows no redirect. */
export function createFetch({ socket_path, skip_tls_verify = false }: Transport = {}): Fetch {
  return async (url, init) => {
    const encrypted = url.startsWith("https:");
    const { request: send } = encrypted ? await import("node:https") : await import("node:http");
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = send(url, {
      method: init.method ?? "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      rejectUnauthorized: !skip_tls_verify,
      agent: false, // A command asks a few questions and leaves.
      ...(socket_path !== undefined && { socketPath: socket_path }),
      ...(init.signal && { signal: init.signal }),
    });
    outgoing.once("response", resolve).once("error", reject);
    outgoing.end(typeof init.body === "string" ? init.body : undefined);
    return toResponse(await promise);
  };
}

async function toResponse(incoming: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value);
  const body = await buffer(incoming);
  const { statusCode: status = 502 } = incoming;
  const bodiless = status === 204 || status === 304;
  return new Response(bodiless ? null : body, { status, headers });
}
