import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/** Options of the HTTP connection. */
interface FetchOptions {
  /** Unix socket to connect to instead of the host in the URL. */
  readonly socket_path?: string;
  /** Accepts every certificate, for self-signed ones. */
  readonly skip_tls_verify?: boolean;
}

/** The `fetch` that the API client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A `fetch` that supports Unix sockets and untrusted certificates. It does not follow redirects. */
export function createFetch({ socket_path, skip_tls_verify = false }: FetchOptions = {}): Fetch {
  return async (url, init) => {
    const isEncrypted = url.startsWith("https:");
    const { request: send } = isEncrypted ? await import("node:https") : await import("node:http");
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = send(url, {
      method: init.method ?? "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
      rejectUnauthorized: !skip_tls_verify,
      agent: false, // A command sends only a few requests.
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
  const isBodiless = status === 204 || status === 304;
  return new Response(isBodiless ? null : body, { status, headers });
}
