import type { Response as EndpointResponse } from "./response.ts";
import type { Handler } from "./handler.ts";

/**
 * A fetch that calls a handler without a socket, for a client and a server in one process. Redirects are returned, never
 * followed.
 */
export function toFetch(handler: Handler): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const response = await handler({
      method: request.method,
      target: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      address: "127.0.0.1",
      encrypted: request.url.startsWith("https:"),
    });
    return toResponse(response, request.method);
  };
}

function toResponse(response: EndpointResponse, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of typeof value === "string" ? [value] : value) headers.append(name, one);
  }
  const body = response.bytes?.slice() ?? response.body;
  const isEmpty = method === "HEAD" || body.length === 0;
  return new Response(isEmpty ? null : body, { status: response.status, headers });
}
