/** OpenID Connect Core §3.1.2.3, §3.1.2.4: whether a user must sign in and consent. */

import type { JsonObject } from "@latchkey/api";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import type { ErrorCode, OAuthError } from "../oauth/oauth-error.ts";
import { isExclusiveRedirect, isHttpsUri } from "../oauth/redirect-uri.ts";
import type { Api } from "../oauth/resource/api.ts";
import { scopeMatches, type ScopeStrategy } from "../oauth/scope.ts";
import type { LoginSession } from "./login-session.ts";

/** An authorization request, and the session of the browser. */
export interface LoginFacts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "max_age">;
  /** The session of the browser's cookie. */
  readonly session: LoginSession | undefined;
  /** The claims of the `id_token_hint`, its signature verified. */
  readonly hint: JsonObject | undefined;
  /** The hint's `sub` is the user of the session: their subject, or the one this client gets. */
  readonly hint_matches_session: boolean;
  /** Unix seconds. */
  readonly now: number;
}

/** What the login provider is asked. An unknown user gets a session with a new `sid`. */
export type LoginDecision =
  | ({ readonly kind: "ask" } & (KnownUser | UnknownUser))
  | { readonly kind: "refuse"; readonly error: OAuthError };

interface KnownUser {
  readonly skip: true;
  readonly subject: string;
  readonly sid: string;
  readonly authenticated_at: number;
}

interface UnknownUser {
  readonly skip: false;
  readonly subject: "";
  readonly sid: undefined;
  readonly authenticated_at: undefined;
}

/** OpenID Connect Core §3.1.2.3: whether the user must sign in, or has a session. */
export function decideLogin({
  request,
  session,
  hint,
  hint_matches_session,
  now,
}: LoginFacts): LoginDecision {
  if (hint !== undefined && typeof hint["sub"] !== "string") {
    return refuse("invalid_request", "The claim sub of the id_token_hint is missing.");
  }
  if (requiresFreshLogin(request)) return askUnknown(request);
  if (session === undefined || session.expires_at <= now) return askUnknown(request);
  const { subject, sid, authenticated_at } = session;
  if (request.max_age !== undefined && authenticated_at + request.max_age < now) {
    return askUnknown(request);
  }
  if (hint !== undefined && !hint_matches_session) {
    return refuse("login_required", "Another user than the one of the id_token_hint is signed in.");
  }
  return { kind: "ask", skip: true, subject, sid, authenticated_at };
}

/** OpenID Connect Core §3.1.2.1: `max_age=0` means the same as `prompt=login`. */
export function requiresFreshLogin(request: LoginFacts["request"]): boolean {
  return request.prompt.includes("login") || request.max_age === 0;
}

function askUnknown({ prompt }: LoginFacts["request"]): LoginDecision {
  if (prompt.includes("none")) {
    return refuse("login_required", "The user must sign in, which prompt=none does not allow.");
  }
  return { kind: "ask", skip: false, subject: "", sid: undefined, authenticated_at: undefined };
}

/** An authorization request of a user who signed in, and their latest consent. */
export interface ConsentFacts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "scope" | "audience" | "redirect_uri">;
  readonly client: Pick<
    Client,
    "token_endpoint_auth_method" | "metadata_document" | "registration"
  >;
  /** The latest consent of this user for this client that is to be remembered. */
  readonly previous: RememberedConsent | undefined;
  /** Those of the requested APIs that need no consent. */
  readonly exempt?: readonly Pick<Api, "identifier" | "scopes">[];
  readonly scope_strategy: ScopeStrategy;
  /** Unix seconds. */
  readonly now: number;
}

type RememberedConsent = Pick<Grant, "scope" | "audience" | "remembered_until"> & {
  readonly session: Pick<Grant["session"], "redirect_uri">;
};

/** What the consent provider is asked. */
export type ConsentDecision =
  | { readonly kind: "ask"; readonly skip: boolean }
  | { readonly kind: "refuse"; readonly error: OAuthError };

/** OpenID Connect Core §3.1.2.4: whether the user must be asked, or a remembered consent covers the request. */
export function decideConsent(facts: ConsentFacts): ConsentDecision {
  const skip = isCovered(facts);
  if (!skip && facts.request.prompt.includes("none")) {
    return refuse("consent_required", "The user must consent, which prompt=none does not allow.");
  }
  return { kind: "ask", skip };
}

function isCovered(facts: ConsentFacts): boolean {
  const { request, client, previous, scope_strategy, now } = facts;
  // A client that the operator does not know may be anyone.
  const is_known = client.metadata_document === undefined && client.registration === undefined;
  const exempt = is_known ? (facts.exempt ?? []) : [];
  if (request.prompt.includes("consent")) return false;
  // RFC 8252 §8.6: a public client is identified only by its redirect URI, so no other app may be able to receive it.
  const is_public = client.token_endpoint_auth_method === "none";
  if (is_public && !isExclusiveRedirect(request.redirect_uri)) return false;
  if (client.metadata_document !== undefined) {
    // Its id is public, and every program on the device can listen on loopback.
    if (is_public && !isHttpsUri(request.redirect_uri)) return false;
    // Many installations share the id: a consent is for the one behind its redirect URI.
    if (previous?.session.redirect_uri !== request.redirect_uri) return false;
  }
  // A client that revoked its own tokens keeps the consent.
  const is_remembered = previous?.remembered_until !== undefined && previous.remembered_until > now;
  const consent = is_remembered ? previous : { audience: [], scope: [] };
  if (!is_remembered && exempt.length === 0) return false;
  // A consent covers only audiences the user was asked about.
  const audience = [...consent.audience, ...exempt.map(({ identifier }) => identifier)];
  if (!request.audience.every((name) => audience.includes(name))) return false;
  // Together with an API that needs consent, the scopes of one that does not may mean something to both.
  const is_exempt = request.audience.length === exempt.length;
  const scope = [...consent.scope, ...(is_exempt ? exempt.flatMap(({ scopes }) => scopes) : [])];
  return request.scope.every((name) => scopeMatches(scope_strategy, scope, name));
}

function refuse(
  error: ErrorCode,
  error_description: string,
): { readonly kind: "refuse"; readonly error: OAuthError } {
  return { kind: "refuse", error: { error, error_description } };
}
