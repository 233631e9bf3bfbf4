/** What comes next in an authorization: ask the login provider, ask the consent provider, or refuse. */

import type { JsonObject } from "@latchkey/api";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import type { ErrorCode, OAuthError } from "../oauth/oauth-error.ts";
import { isExclusiveRedirect } from "../oauth/redirect-uri.ts";
import { scopeMatches, type ScopeStrategy } from "../oauth/scope.ts";
import type { LoginSession } from "./login-session.ts";

/** What is known when a client asks for somebody. */
export interface LoginFacts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "max_age">;
  /** The session behind the browser's cookie. */
  readonly session: LoginSession | undefined;
  /** The claims of the `id_token_hint`, whose signature was checked. */
  readonly hint: JsonObject | undefined;
  /** The hint's `sub` is a name of the person in the session: their own, or one this client knows them by. */
  readonly hint_matches_session: boolean;
  /** Unix seconds. */
  readonly now: number;
}

/** What the login provider is asked. An unknown person gets a session under a new `sid`. */
export type LoginDecision =
  | ({ readonly kind: "ask" } & (KnownPerson | UnknownPerson))
  | { readonly kind: "refuse"; readonly error: OAuthError };

interface KnownPerson {
  readonly skip: true;
  readonly subject: string;
  readonly sid: string;
  readonly authenticated_at: number;
}

interface UnknownPerson {
  readonly skip: false;
  readonly subject: "";
  readonly sid: undefined;
  readonly authenticated_at: undefined;
}

/** OpenID Connect Core §3.1.2.3: whether the person must log in, or is known already. */
export function decideLogin({
  request,
  session,
  hint,
  hint_matches_session,
  now,
}: LoginFacts): LoginDecision {
  if (hint !== undefined && typeof hint["sub"] !== "string") {
    return refuse("invalid_request", "The id_token_hint does not name a person.");
  }
  if (wantsFreshLogin(request)) return askUnknown(request);
  if (session === undefined || session.expires_at <= now) return askUnknown(request);
  const { subject, sid, authenticated_at } = session;
  if (request.max_age !== undefined && authenticated_at + request.max_age < now) {
    return askUnknown(request);
  }
  if (hint !== undefined && !hint_matches_session) {
    return refuse("login_required", "The id_token_hint names another person than is logged in.");
  }
  return { kind: "ask", skip: true, subject, sid, authenticated_at };
}

/** OpenID Connect Core §3.1.2.1: `max_age=0` says the same as `prompt=login`. */
export function wantsFreshLogin(request: LoginFacts["request"]): boolean {
  return request.prompt.includes("login") || request.max_age === 0;
}

function askUnknown({ prompt }: LoginFacts["request"]): LoginDecision {
  if (prompt.includes("none")) {
    return refuse("login_required", "The person must log in, which prompt=none does not allow.");
  }
  return { kind: "ask", skip: false, subject: "", sid: undefined, authenticated_at: undefined };
}

/** What is known when a person has logged in. */
export interface ConsentFacts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "scope" | "audience" | "redirect_uri">;
  readonly client: Pick<Client, "token_endpoint_auth_method">;
  /** The latest answer this person gave this client to be remembered. */
  readonly previous: Pick<Grant, "scope" | "audience" | "remembered_until"> | undefined;
  readonly scope_strategy: ScopeStrategy;
  /** Unix seconds. */
  readonly now: number;
}

/** What the consent provider is asked. */
export type ConsentDecision =
  | { readonly kind: "ask"; readonly skip: boolean }
  | { readonly kind: "refuse"; readonly error: OAuthError };

/** OpenID Connect Core §3.1.2.4: whether the person must be asked, or an earlier answer covers the request. */
export function decideConsent(facts: ConsentFacts): ConsentDecision {
  const skip = isCovered(facts);
  if (!skip && facts.request.prompt.includes("none")) {
    return refuse("consent_required", "The person must consent, which prompt=none does not allow.");
  }
  return { kind: "ask", skip };
}

function isCovered({ request, client, previous, scope_strategy, now }: ConsentFacts): boolean {
  if (request.prompt.includes("consent")) return false;
  // RFC 8252 §8.6: a public client is whoever receives the answer, so that place must not be anybody's.
  const is_public = client.token_endpoint_auth_method === "none";
  if (is_public && !isExclusiveRedirect(request.redirect_uri)) return false;
  // A client that gave its tokens back took nothing from what the person allowed it.
  if (previous?.remembered_until === undefined || previous.remembered_until <= now) return false;
  // Nobody consented to an audience they were not asked about.
  if (!request.audience.every((audience) => previous.audience.includes(audience))) return false;
  return request.scope.every((scope) => scopeMatches(scope_strategy, previous.scope, scope));
}

function refuse(
  error: ErrorCode,
  error_description: string,
): { readonly kind: "refuse"; readonly error: OAuthError } {
  return { kind: "refuse", error: { error, error_description } };
}
