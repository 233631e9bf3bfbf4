/** RFC 9068: what registered APIs say about the access tokens that are for them. */

import { parseLifespan } from "@latchkey/api";
import { quote } from "../oauth-error.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { scopeMatches, type ScopeStrategy } from "../scope.ts";
import type { Api } from "./api.ts";

/** What the APIs of an audience require of its tokens. */
export interface TokenRules {
  /** The API, where the token is for that one alone: then its format and scopes apply. */
  readonly api?: Api;
  /** The shortest of the lifespans that the APIs allow. Seconds. */
  readonly lifespan?: number;
}

/** The rules where no API is registered. */
export const noRules: TokenRules = {};

/** The rules for an audience. `apis` has, for each of its names, the API or undefined if none is registered. */
export function tokenRulesOf(apis: readonly (Api | undefined)[]): TokenRules {
  const [api, ...others] = apis;
  const lifespans = apis.flatMap((one) => parseLifespan(one?.access_token_lifespan ?? "") ?? []);
  return {
    ...(api !== undefined && others.length === 0 && { api }),
    ...(lifespans.length > 0 && { lifespan: Math.min(...lifespans) }),
  };
}

/** RFC 8707 §2.2: the part of a scope that has a meaning to the API. One without a list of scopes takes all of it. */
export function scopeForApi(
  scope: readonly string[],
  api: Api | undefined,
  strategy: ScopeStrategy,
): readonly string[] {
  if (api === undefined || api.scopes.length === 0) return scope;
  return scope.filter((name) => scopeMatches(strategy, api.scopes, name));
}

/** Why a token for one API cannot have a scope. */
export type ApiScopeRejection = RejectionOf<typeof apiScopeRejections>;

/** What is granted, with the scope that the API has. A scope that the request names and the API does not have is refused. */
export function limitToApi<G extends { readonly scope: readonly string[] }>(
  granted: G,
  request: { readonly scope: string | undefined },
  { api }: TokenRules,
  strategy: ScopeStrategy,
): Result<G, ApiScopeRejection> {
  const scope = scopeForApi(granted.scope, api, strategy);
  const excess = granted.scope.find((name) => !scope.includes(name));
  if (api === undefined || excess === undefined) return ok(granted);
  if (request.scope === undefined) return ok({ ...granted, scope });
  return err({ reason: "scope_not_of_api", scope: excess, identifier: api.identifier });
}

/** RFC 6749 §5.2. */
export const apiScopeRejections = {
  scope_not_of_api: {
    error: "invalid_scope",
    description: ({ scope, identifier }: { scope: string; identifier: string }) =>
      `The API ${quote(identifier)} has no scope ${quote(scope)}. Add it to the API's scopes, or request less.`,
    reference: "RFC 8707 §2.2",
    fix: "Add the scope to the API's scopes, or request only scopes of the API.",
  },
} satisfies Rejections;

/** The API whose JWT format applies. One that leaves the format to the client leaves all of it to the client. */
export function jwtFormatOf({ api }: TokenRules): Api | undefined {
  return api?.access_token_format === "jwt" ? api : undefined;
}
