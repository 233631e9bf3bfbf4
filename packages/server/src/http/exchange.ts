import type { Request } from "./endpoint.ts";
import { splitTarget, type IncomingRequest } from "./incoming-request.ts";
import { requestIdOf } from "./request-id.ts";
import type { Match } from "./router.ts";

/** One request on its way to an answer: what came in, where it leads, and what the endpoint will see. */
export interface Exchange {
  readonly incoming: IncomingRequest;
  readonly request: Request;
  readonly match: Match;
  /** The query as it was sent, with its question mark, or empty. */
  readonly search: string;
  readonly started_at: number;
}

const noParams = {};

/** Routes a request and makes it ready for its endpoint. */
export function beginExchange(
  incoming: IncomingRequest,
  matchRoute: (method: string, path: string) => Match,
  started_at: number,
  now_ms: () => number,
): Exchange {
  const { path, search } = splitTarget(incoming.target);
  const match = matchRoute(incoming.method, path);
  const found = match.kind === "found";
  let query: URLSearchParams | undefined;
  const request: Request = {
    method: found ? match.route.method : incoming.method, // HEAD is asked as GET.
    path,
    params: found ? match.params : noParams,
    get query() {
      return (query ??= new URLSearchParams(search)); // Most requests have none, and most endpoints do not look.
    },
    headers: incoming.headers,
    body: incoming.body ?? "",
    address: incoming.address,
    request_id: requestIdOf(incoming.headers["x-request-id"]),
    received_at_ms: incoming.received_at_ms ?? now_ms(),
  };
  return { incoming, request, match, search, started_at };
}
