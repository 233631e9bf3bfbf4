import { type Caller, causedBy, hasCause } from "../http/cause.ts";
import type { Request } from "../http/request.ts";
import type { Route } from "../http/router.ts";

/** Who sends a request to a route that may change something. */
export type CallerOf = (request: Request, route: Route) => Caller;

/** The routes, with the cause of what they change. Others, such as those of tokens, pay nothing for it. */
export function withCauses(routes: readonly Route[], callerOf: CallerOf): readonly Route[] {
  return routes.map((route) => {
    if (route.may_change !== true) return route;
    const answer: Route["answer"] = (request) => {
      const { address, request_id } = request;
      const caller = callerOf(request, route);
      const cause = { caller, operation: route.name, address, request_id };
      return causedBy(cause, () => route.answer(request));
    };
    return { ...route, answer };
  });
}

/** The routes of the client within the process: what a page calls is caused by the user of the page. */
export function withCausesWithin(routes: readonly Route[]): readonly Route[] {
  const caused = withCauses(routes, () => server);
  return routes.map((route, index) => ({
    ...route,
    answer: (request) => (hasCause() ? route : (caused[index] ?? route)).answer(request),
  }));
}

const server: Caller = { kind: "server", id: "" };

/** Callers of the public listener that change something are about themselves; the endpoint says who they are once it knows. */
export const publicCaller: CallerOf = ({ params }) => ({ kind: "client", id: params["id"] ?? "" });

/** Callers of the admin listener, which has the operations of the public one too. */
export const adminCaller: CallerOf = (request, route) =>
  route.access === "open" ? publicCaller(request, route) : (request.caller ?? local);

const local: Caller = { kind: "local", id: "" };
