import { mayChange, type Operation } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import type { ErrorRenderer } from "../http/failure.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { observerOf } from "./observe.ts";

/**
 * An API of a feature whose errors and log lines have a form of their own. The public listener serves it, unless it has a port of
 * its own.
 */
export interface OwnApi<Id extends string = string, C extends Context = Context> {
  readonly operations: { readonly [I in Id]: Operation };
  /** The endpoint of each operation, and how its errors are rendered. */
  readonly endpoints: { readonly [I in Id]: OwnEndpoint<C> };
  /** Whether a path belongs to it, known or not. */
  owns(path: string): boolean;
  /** How errors are rendered where no route takes a request. */
  createErrorRenderer(context: C): ErrorRenderer;
  /** The port of its own listener. */
  portOf(config: C["config"]): number | undefined;
}

/** Its functions are declared as methods, so that those of a feature may take its own context. */
interface OwnEndpoint<C extends Context> {
  answer(request: Request, context: C): MaybePromise<Response>;
  createErrorRenderer(context: C): ErrorRenderer;
}

/** Its routes. */
export function ownRoutes(api: OwnApi, context: Context, grant_types: GrantTypes): Route[] {
  return Object.entries(api.endpoints).flatMap(([name, endpoint]) => {
    const operation = api.operations[name];
    return operation === undefined
      ? []
      : {
          ...operation,
          name,
          may_change: mayChange(operation),
          error_renderer: endpoint.createErrorRenderer(context),
          answer: (request: Request) => endpoint.answer(request, context),
          observe: observerOf(operation, context, grant_types),
        };
  });
}
