/** OpenID Connect Core §3.1.2.3, §3.1.2.4: whether a user must sign in and consent. */

import type { ConsentRequest, JsonObject } from "@latchkey/api";
import { requestedClaimNames } from "../oauth/claims-parameter.ts";
import { meetsAcr } from "../oauth/authentication-requirements.ts";
import type { DetailsTypes } from "../oauth/authorization-details/details-type.ts";
import type { AuthorizationDetail } from "../oauth/authorization-details/parse-details.ts";
import { coveredDetails } from "../oauth/authorization-details/verify-details.ts";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import { type Client, isSelfDescribed } from "../oauth/client.ts";
import type { Grant, RememberedConsent } from "../oauth/grant.ts";
import type { ErrorCode, OAuthError } from "../oauth/oauth-error.ts";
import { isExclusiveRedirect, isHttpsUri, maySkipConsent } from "../oauth/redirect-uri.ts";
import type { Api } from "../oauth/resource/api.ts";
import { scopeMatches, type ScopeStrategy } from "../oauth/scope.ts";
import type { LoginSession } from "./login-session.ts";
import { isForSameClient } from "./remembered-consent.ts";

/** An authorization request, and the session of the browser. */
export interface LoginFacts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "max_age"> &
    Partial<Pick<AuthorizationRequest, "acr_values" | "required_acr" | "claims">>;
  /** The session of the browser's cookie. */
  readonly session: LoginSession | undefined;
  /** The claims of the `id_token_hint`, its signature verified. */
  readonly hint: JsonObject | undefined;
  /** The hint's `sub` is the user of the session: their subject, or the one this client gets. */
  readonly hint_matches_session: boolean;
  /** A `sub` that the client requests as a claim is not the user of the session. False when it requests none. */
  readonly session_is_of_another?: boolean;
  /** Unix seconds, with their fraction: `max_age` may end within a second. */
  readonly now: number;
}

/** What the login provider is asked. An unknown user gets a session with a new `sid`. */
export type LoginDecision =
  | ({ readonly kind: "ask" } & (KnownUser | UnknownUser))
  | { readonly kind: "reject"; readonly error: OAuthError };

interface KnownUser {
  readonly skip: true;
  readonly subject: string;
  readonly sid: string;
  readonly authenticated_at: number;
  readonly acr?: string;
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
  session_is_of_another = false,
  now,
}: LoginFacts): LoginDecision {
  if (hint !== undefined && typeof hint["sub"] !== "string") {
    return reject("invalid_request", "The claim sub of the id_token_hint is missing.");
  }
  if (requiresFreshLogin(request) || request.prompt.includes("select_account"))
    return askUnknown(request);
  if (session === undefined || session.expires_at <= now) return askUnknown(request);
  const { subject, sid, authenticated_at, acr } = session;
  if (request.max_age !== undefined && authenticated_at + request.max_age < now) {
    return askUnknown(request);
  }
  if (hint !== undefined && !hint_matches_session) {
    return reject("login_required", "Another user than the one of the id_token_hint is signed in.");
  }
  if (session_is_of_another) return askUnknown(request);
  // RFC 9470 §5: a session of another level is not reused.
  if (!meetsAcr(request.required_acr, acr)) return askUnknown(request);
  const isAskedFor = (request.acr_values?.length ?? 0) > 0;
  const level = isAskedFor && acr !== undefined ? { acr } : {};
  return { kind: "ask", skip: true, subject, sid, authenticated_at, ...level };
}

/** OpenID Connect Core §3.1.2.1: `max_age=0` means the same as `prompt=login`. A user who registers has no session to use. */
export function requiresFreshLogin({ prompt, max_age }: LoginFacts["request"]): boolean {
  return prompt.includes("login") || prompt.includes("create") || max_age === 0;
}

function askUnknown({ prompt }: LoginFacts["request"]): LoginDecision {
  if (prompt.includes("none")) {
    return reject("login_required", "The user must sign in, which prompt=none does not allow.");
  }
  return { kind: "ask", skip: false, subject: "", sid: undefined, authenticated_at: undefined };
}

/** An authorization request of a user who signed in, and their latest consent. */
export interface ConsentFacts {
  readonly request: Pick<
    AuthorizationRequest,
    "prompt" | "scope" | "audience" | "redirect_uri" | "authorization_details" | "claims"
  >;
  readonly client: Pick<
    Client,
    | "token_endpoint_auth_method"
    | "metadata_document"
    | "registration"
    | "redirect_uris"
    | "skip_consent"
  >;
  /** What the latest consent of this user for this client covers that is to be remembered. */
  readonly previous: RememberedUntil | undefined;
  /** Those of the requested APIs that need no consent. */
  readonly exempt?: readonly Pick<Api, "identifier" | "scopes">[];
  readonly scope_strategy: ScopeStrategy;
  /** Whether a loopback redirect URI does not identify a public client: every program on the device can listen there. */
  readonly only_https_identifies?: boolean;
  /** The types of the requested details. */
  readonly details_types?: DetailsTypes;
  /** Unix seconds. */
  readonly now: number;
}

type RememberedUntil = Pick<RememberedConsent, "scope" | "audience"> &
  Partial<RememberedConsent> &
  Pick<Grant, "remembered_until"> & {
    readonly session: Pick<Grant["session"], "redirect_uri">;
  };

/** What the consent provider is asked. */
export type ConsentDecision =
  | { readonly kind: "ask"; readonly skip: boolean }
  | { readonly kind: "reject"; readonly error: OAuthError };

/** OpenID Connect Core §3.1.2.4: whether the user must be asked, or a remembered consent covers the request. */
export function decideConsent(facts: ConsentFacts): ConsentDecision {
  const skip = isCovered(facts);
  if (!skip && facts.request.prompt.includes("none")) {
    return reject("consent_required", "The user must consent, which prompt=none does not allow.");
  }
  return { kind: "ask", skip };
}

function isCovered(facts: ConsentFacts): boolean {
  const covered = findCovered(facts);
  if (covered === undefined) return false;
  const { scope, audience, authorization_details = [], claims } = facts.request;
  return (
    covered.scope.length === scope.length &&
    covered.access_token_audience.length === audience.length &&
    covered.authorization_details.length === authorization_details.length &&
    covered.claims.length === requestedClaimNames(claims).length
  );
}

/** The part of a request that a remembered consent covers, for the consent provider; undefined when there is nothing to say. */
export function describeGrantedBefore(facts: ConsentFacts): ConsentRequest["granted_before"] {
  const covered = findCovered(facts);
  if (covered === undefined) return undefined;
  const { scope, access_token_audience, authorization_details, claims } = covered;
  const isNothing = Object.values(covered).every((list) => list.length === 0);
  if (isNothing) return undefined;
  return {
    scope,
    access_token_audience,
    ...(authorization_details.length > 0 && { authorization_details }),
    ...(claims.length > 0 && { claims }),
  };
}

interface Covered {
  readonly scope: readonly string[];
  readonly access_token_audience: readonly string[];
  readonly authorization_details: readonly AuthorizationDetail[];
  readonly claims: readonly string[];
}

/** What of the request a remembered consent covers; undefined when no remembered consent may be used. */
function findCovered(facts: ConsentFacts): Covered | undefined {
  const { request, client, previous, scope_strategy, details_types = new Map(), now } = facts;
  if (request.prompt.includes("consent")) return undefined;
  // RFC 8252 §8.6: a public client is identified only by its redirect URI, so no other app may be able to receive it.
  const isPublic = client.token_endpoint_auth_method === "none";
  // The id of a metadata document is public.
  const onlyHttps = facts.only_https_identifies || client.metadata_document !== undefined;
  const identifies = onlyHttps ? isHttpsUri : isExclusiveRedirect;
  if (isPublic && !identifies(request.redirect_uri)) return undefined;
  // Its consents are given without a user, and none covers a port that it has not registered.
  if (client.skip_consent && !maySkipConsent(client, request.redirect_uri)) return undefined;
  if (!isForSameClient(client, previous?.session ?? {}, request.redirect_uri)) return undefined;
  // A client that revoked its own tokens keeps the consent.
  const isRemembered = previous?.remembered_until !== undefined && previous.remembered_until > now;
  const consent = isRemembered ? previous : undefined;
  const exempt = isSelfDescribed(client) ? [] : (facts.exempt ?? []);
  if (consent === undefined && exempt.length === 0) return undefined;
  // A consent covers only audiences the user was asked about.
  const audience = [...(consent?.audience ?? []), ...exempt.map(({ identifier }) => identifier)];
  // Together with an API that needs consent, the scopes of one that does not may mean something to both.
  const isExempt = request.audience.length === exempt.length;
  const scope = [
    ...(consent?.scope ?? []),
    ...(isExempt ? exempt.flatMap(({ scopes }) => scopes) : []),
  ];
  const names = requestedClaimNames(request.claims);
  return {
    scope: request.scope.filter((name) => scopeMatches(scope_strategy, scope, name)),
    access_token_audience: request.audience.filter((name) => audience.includes(name)),
    authorization_details: coveredDetails(
      request.authorization_details ?? [],
      consent?.authorization_details ?? [],
      details_types,
    ),
    claims:
      consent === undefined ? [] : names.filter((name) => consent.claims?.includes(name) ?? true),
  };
}

function reject(
  error: ErrorCode,
  error_description: string,
): { readonly kind: "reject"; readonly error: OAuthError } {
  return { kind: "reject", error: { error, error_description } };
}
