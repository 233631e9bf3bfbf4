import { type ApiKeyScope, type Denial, denialOf, type Grants } from "@latchkey/api";
import type { ApiKey } from "../../config/secret-kinds.ts";
import { hashApiKey } from "../../crypto/api-key.ts";
import { equalInConstantTime } from "../../crypto/constant-time.ts";
import { type MaybePromise, thenOrCall } from "../../maybe-promise.ts";
import { bearerTokenIn } from "../../oauth/bearer-token.ts";
import type { Caller } from "../cause.ts";
import type { FailedCheck } from "../failure.ts";
import type { Request } from "../request.ts";
import type { Headers } from "../response.ts";
import type { Route } from "../router.ts";

/** A caller of the admin listener, and what it may do. */
export interface Authenticated {
  readonly caller: Caller;
  readonly grants: Grants;
}

/** Credentials that are not valid, or not any more: why, as a sentence. */
export interface RefusedCredentials {
  readonly refused: string;
  /** Headers of the response, such as one that deletes a cookie. */
  readonly headers?: Headers;
}

/** Finds the caller whose credentials a request has; undefined where it has none of this kind. */
export type CallerSource = (
  request: Request,
) => MaybePromise<Authenticated | RefusedCredentials | undefined>;

/** Authenticates the caller of a route of the admin listener, and decides whether it may call that. */
export type Authentication = (
  route: AskedRoute,
  request: Request,
) => MaybePromise<Authenticated | FailedCheck>;

type AskedRoute = Pick<Route, "name" | "access" | "role" | "workspaces">;

/** How callers of the admin listener authenticate. */
export interface AuthenticationOptions {
  /** Those of the settings. */
  readonly keys: readonly ApiKey[];
  /** Credentials of features. */
  readonly sources: readonly CallerSource[];
  /** Whether a request without credentials is refused. */
  readonly is_required: boolean;
}

/** Credentials that are sent count, also where none are required: a viewer who signed in is a viewer. */
export function createAuthentication({
  keys,
  sources,
  is_required,
}: AuthenticationOptions): Authentication {
  const find = async (request: Request, from: number): Promise<Found> => {
    for (const source of sources.slice(from)) {
      const found = await source(request);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** The first source that knows the caller synchronously spares the request a promise. */
  const ofSources = (request: Request): MaybePromise<Found> => {
    for (const [index, source] of sources.entries()) {
      const found = source(request);
      if (found instanceof Promise)
        return found.then((settled) => settled ?? find(request, index + 1));
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return (route, request) => {
    const key = findApiKey(keys, request.headers["authorization"]);
    if (key !== undefined) return judge(authenticatedByKey(key), route, request);
    return thenOrCall(ofSources(request), (found) => {
      if (found === undefined)
        return is_required ? unauthorized(request) : judge(local, route, request);
      return "refused" in found
        ? invalid(found.refused, found.headers)
        : judge(found, route, request);
    });
  };
}

type Found = Authenticated | RefusedCredentials | undefined;

/** The configured API key that a request presents, if it presents one. */
function findApiKey(
  keys: readonly ApiKey[],
  authorization: string | undefined,
): ApiKey | undefined {
  const presented = keys.length === 0 ? undefined : bearerTokenIn(authorization);
  if (presented === undefined) return undefined;
  const hash = hashApiKey(presented);
  // Every key is compared, so that the time does not depend on which one matches.
  return keys.filter((key) => equalInConstantTime(key.hash, hash))[0];
}

/** A key of the settings has no name: the beginning of its hash, which the settings have, identifies it. */
function authenticatedByKey({ hash, scopes }: ApiKey): Authenticated {
  const id = hash.slice(0, 12);
  return { caller: { kind: "api_key", id, name: "serve.admin.api_keys" }, grants: { scopes } };
}

const local: Authenticated = {
  caller: { kind: "local", id: "" },
  grants: { role: "administrator" },
};

function judge(
  authenticated: Authenticated,
  route: AskedRoute,
  request: Request,
): Authenticated | FailedCheck {
  const denial = denialOf(
    authenticated.grants,
    route.name,
    route,
    (name) => request.params[name] ?? onlyValue(request.query.getAll(name)),
  );
  return denial === undefined ? authenticated : forbidden(denial, authenticated, route);
}

/** A parameter that is repeated names nothing: endpoint and check could read different ones. */
function onlyValue(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function unauthorized(request: Request): FailedCheck {
  return bearerTokenIn(request.headers["authorization"]) === undefined
    ? missing
    : invalid("This API key is not known. It may have been revoked, or be of another server.");
}

const missing: FailedCheck = {
  error: {
    error: "request_unauthorized",
    error_description: "Send an API key: Authorization: Bearer lk_key_....",
  },
  headers: { "WWW-Authenticate": 'Bearer realm="Latchkey"' },
};

function invalid(error_description: string, headers?: Headers): FailedCheck {
  return {
    error: { error: "request_unauthorized", error_description },
    headers: { ...headers, "WWW-Authenticate": 'Bearer realm="Latchkey", error="invalid_token"' },
  };
}

function forbidden(denial: Denial, { grants }: Authenticated, route: AskedRoute): FailedCheck {
  const ofScopes = grants.scopes === undefined ? "" : `, scope="${route.access}"`;
  return {
    error: {
      error: "request_forbidden",
      error_description: explainDenial(denial, grants, route),
    },
    headers: {
      "WWW-Authenticate": `Bearer realm="Latchkey", error="insufficient_scope"${ofScopes}`,
    },
  };
}

function explainDenial(denial: Denial, grants: Grants, route: AskedRoute): string {
  switch (denial.reason) {
    case "all_workspaces":
      return "This operation is about all workspaces, and you see only some.";
    case "other_workspace":
      return `The ${denial.input} must be that of a workspace that you see.`;
    case "not_granted":
      if (grants.scopes !== undefined)
        return `This operation needs an API key with the scope ${route.access}.`;
      return grants.role === undefined
        ? `This API key may not call ${route.name}.`
        : `This operation needs the role ${route.role}, and yours is ${grants.role}.`;
  }
}

/** The scopes that a caller has in common with keys of the settings: for clients that ask by them what to offer. */
export function scopesOf({ role, scopes }: Grants): readonly ApiKeyScope[] {
  if (scopes !== undefined) return scopes;
  switch (role) {
    case "administrator":
      return ["read", "write", "keys"];
    case "operator":
      return ["read", "write"];
    case "viewer":
      return ["read"];
    case undefined:
      return [];
  }
}
