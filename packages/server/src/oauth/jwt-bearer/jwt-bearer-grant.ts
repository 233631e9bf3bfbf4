/** RFC 7523 §2.1: a client exchanges the JWT of a trusted issuer for an access token. */

import type { JsonObject } from "@latchkey/api";
import type { AuthenticatedClient } from "../client.ts";
import { invalidScope, type OAuthError, quote } from "../oauth-error.ts";
import { identifierKey } from "../resource/api.ts";
import {
  decideTargets,
  describeInvalidTarget,
  isTargetRejection,
  namesOfTargets,
  type TargetPolicy,
  type TargetRejection,
  type Targets,
} from "../resource/indicators.ts";
import { type ApiScopeRejection, describeApiScopeRejection } from "../resource/token-rules.ts";
import { err, ok, type Result } from "../result.ts";
import {
  parseScope,
  scopeMalformed,
  scopeMatches,
  scopeNotAllowed,
  type ScopeRejection,
  type ScopeStrategy,
} from "../scope.ts";
import {
  explainAssertion,
  type GrantAssertion,
  type GrantAssertionRejection,
} from "./assertion.ts";
import type { TrustedIssuer, TrustRejection } from "./trusted-issuer.ts";

/** The `grant_type`. */
export const JWT_BEARER_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** The request, parsed. */
export interface JwtBearerRequest {
  readonly scope: string | undefined;
  readonly targets: Targets;
}

/** The APIs and the settings that apply. */
export interface JwtBearerOptions extends Pick<TargetPolicy, "apis" | "open_apis"> {
  readonly scope_strategy: ScopeStrategy;
}

/** What the token is issued with. */
export interface JwtBearerGrant {
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly act?: JsonObject;
}

/** Why no token is issued for an assertion. */
export type JwtBearerRejection =
  | ScopeRejection
  | TargetRejection
  | TrustRejection
  | { readonly reason: "assertion_malformed" }
  | { readonly reason: "issuer_not_trusted"; readonly iss: string }
  | { readonly reason: "trusted_signature_invalid"; readonly detail: string }
  | { readonly reason: "trusted_assertion_refused"; readonly rejection: GrantAssertionRejection }
  | { readonly reason: "assertion_replayed" }
  | { readonly reason: "id_jag_client_public" }
  | { readonly reason: "id_jag_of_another_client" }
  | { readonly reason: "id_jag_for_another_resource"; readonly target: string }
  | { readonly reason: "scope_not_trusted"; readonly scope: string }
  | { readonly reason: "scope_not_allowed"; readonly scope: string }
  | ApiScopeRejection;

/** Grants what the assertion, the trusted issuer and the client allow. */
export function decideJwtBearer(
  client: AuthenticatedClient,
  assertion: GrantAssertion,
  trusted: TrustedIssuer,
  request: JwtBearerRequest,
  { scope_strategy, apis, open_apis }: JwtBearerOptions,
): Result<JwtBearerGrant, JwtBearerRejection> {
  const { id_jag, subject, act } = assertion;
  if (id_jag !== undefined) {
    if (client.token_endpoint_auth_method === "none")
      return err({ reason: "id_jag_client_public" });
    if (id_jag.client_id !== client.client_id) return err({ reason: "id_jag_of_another_client" });
  }
  const scope = decideScope(client, assertion, trusted, request.scope, scope_strategy);
  if (!scope.ok) return scope;
  const targets = limitTargets(assertion, request);
  if (!targets.ok) return targets;
  const audience = decideTargets(targets.value, { client, apis, open_apis });
  if (!audience.ok) return audience;
  return ok({ subject, scope: scope.value, audience: audience.value, ...(act && { act }) });
}

/** An identity assertion that names scopes is also a request for them: what is not allowed of it is left out. */
function decideScope(
  client: AuthenticatedClient,
  { id_jag }: GrantAssertion,
  trusted: TrustedIssuer,
  text: string | undefined,
  strategy: ScopeStrategy,
): Result<readonly string[], JwtBearerRejection> {
  const isTrusted = (name: string): boolean => scopeMatches(strategy, trusted.scope, name);
  const isAllowed = (name: string): boolean => scopeMatches(strategy, client.scope, name);
  const approved = id_jag?.scope;
  if (text === undefined)
    return ok((approved ?? []).filter((name) => isTrusted(name) && isAllowed(name)));

  const requested = parseScope(text);
  if (!requested.ok) return requested;
  const untrusted = requested.value.find(
    (name) => !isTrusted(name) || approved?.includes(name) === false,
  );
  if (untrusted !== undefined) return err({ reason: "scope_not_trusted", scope: untrusted });
  const forbidden = requested.value.find((name) => !isAllowed(name));
  if (forbidden !== undefined) return err({ reason: "scope_not_allowed", scope: forbidden });
  return requested;
}

/** The `resource` of an identity assertion decides what the token is for; the request may only name less. */
export function limitTargets(
  { id_jag }: Pick<GrantAssertion, "id_jag">,
  { targets }: Pick<JwtBearerRequest, "targets">,
): Result<Targets, JwtBearerRejection> {
  const approved = id_jag?.resource ?? [];
  if (approved.length === 0) return ok(targets);
  const named = namesOfTargets(targets);
  if (named.length === 0) return ok({ resource: approved, audience: [] });
  const keys = new Set(approved.map(identifierKey));
  const target = named.find((name) => !keys.has(identifierKey(name)));
  return target === undefined
    ? ok(targets)
    : err({ reason: "id_jag_for_another_resource", target });
}

/** RFC 7523 §3.1, RFC 6749 §5.2: the error response. */
export function describeJwtBearerRejection(rejection: JwtBearerRejection): OAuthError {
  return { ...describeReason(rejection), reason: rejection.reason };
}

function describeReason(rejection: JwtBearerRejection): OAuthError {
  if (isTargetRejection(rejection)) return describeInvalidTarget(rejection);
  switch (rejection.reason) {
    case "id_jag_for_another_resource":
      return {
        error: "invalid_target",
        error_description: `The assertion is not for ${quote(rejection.target)}.`,
      };
    case "scope_malformed":
      return invalidScope(scopeMalformed);
    case "scope_not_trusted":
      return invalidScope(
        `The assertion cannot get the scope ${quote(rejection.scope)}. Add it to the scope of the trusted issuer, or request less.`,
      );
    case "scope_not_allowed":
      return invalidScope(scopeNotAllowed(rejection.scope));
    case "scope_not_of_api":
      return describeApiScopeRejection(rejection);
    case "bound_to_another_client":
      return {
        error: "unauthorized_client",
        error_description:
          "The client may not use assertions of this issuer and subject. Another client is registered for them.",
      };
    case "id_jag_client_public":
      return {
        error: "unauthorized_client",
        error_description:
          "A public client cannot use identity assertions. Give the client a token_endpoint_auth_method other than none.",
      };
    case "assertion_malformed":
    case "issuer_not_trusted":
    case "trusted_signature_invalid":
    case "trusted_assertion_refused":
    case "claim_not_met":
    case "assertion_replayed":
    case "id_jag_of_another_client":
      return { error: "invalid_grant", ...explainInvalid(rejection) };
  }
}

type InvalidGrant = Extract<
  JwtBearerRejection,
  {
    readonly reason:
      | "assertion_malformed"
      | "issuer_not_trusted"
      | "trusted_signature_invalid"
      | "trusted_assertion_refused"
      | "claim_not_met"
      | "assertion_replayed"
      | "id_jag_of_another_client";
  }
>;

function explainInvalid(rejection: InvalidGrant): Pick<OAuthError, "error_description" | "debug"> {
  switch (rejection.reason) {
    case "assertion_malformed":
      return { error_description: "The assertion must be a JWT with iss and sub." };
    case "issuer_not_trusted":
      return {
        error_description: `No trusted issuer covers the iss ${quote(rejection.iss)} and the sub of the assertion.`,
      };
    case "trusted_signature_invalid":
      return {
        error_description:
          "The signature of the assertion cannot be verified with the keys of its issuer.",
        debug: rejection.detail,
      };
    case "claim_not_met":
      return {
        error_description: `The claim ${quote(rejection.claim)} of the assertion is not one that its issuer is trusted with.`,
      };
    case "assertion_replayed":
      return {
        error_description:
          "The assertion was used before. Present a new one with a jti of its own.",
      };
    case "id_jag_of_another_client":
      return { error_description: "The client_id of the assertion is another client's." };
    case "trusted_assertion_refused":
      return { error_description: explainAssertion(rejection.rejection, "assertion") };
  }
}
