import type { Answer } from "./endpoint.ts";
import type { Handler } from "./handler.ts";

/**
 * A fetch that hands requests to a handler without a socket between, so that a client and a server
 * meet in one process. Redirects are handed back, never followed.
 */
export function toFetch(handler: Handler): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const answer = await handler({
      method: request.method,
      target: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      address: "127.0.0.1",
      encrypted: request.url.startsWith("https:"),
    });
    return toResponse(answer, request.method);
  };
}

function toResponse(answer: Answer, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of typeof value === "string" ? [value] : value) headers.append(name, one);
  }
  const empty = method === "HEAD" || answer.body === "";
  return new Response(empty ? null : answer.body, { status: answer.status, headers });
}
