/** RFC 7523 §2.1: a client exchanges the JWT of a trusted issuer for an access token. */

import type { JsonObject } from "@latchkey/api";
import type { AuthenticatedClient } from "../../../oauth/client.ts";
import { quote } from "../../../oauth/oauth-error.ts";
import { defineRejections, type RejectionOf } from "../../../oauth/rejection.ts";
import { identifierKey } from "../../../oauth/resource/api.ts";
import {
  decideTargets,
  exchangedTargetRejections,
  namesOfTargets,
  type TargetPolicy,
  type Targets,
} from "../../../oauth/resource/indicators.ts";
import { apiScopeRejections } from "../../../oauth/resource/token-rules.ts";
import { err, ok, type Result } from "../../../result.ts";
import {
  parseScope,
  scopeMatches,
  scopeNotAllowed,
  scopeRejections,
  type ScopeStrategy,
} from "../../../oauth/scope.ts";
import {
  explainAssertion,
  type GrantAssertion,
  type GrantAssertionRejection,
} from "./assertion.ts";
import { type TrustedIssuer, trustRejections } from "./trusted-issuer.ts";

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
export type JwtBearerRejection = RejectionOf<typeof jwtBearerRejections>;

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

/** RFC 7523 §3.1, RFC 6749 §5.2. */
export const jwtBearerRejections = defineRejections("invalid_grant", {
  ...scopeRejections,
  ...exchangedTargetRejections,
  ...trustRejections,
  assertion_malformed: {
    description: "The assertion must be a JWT with iss and sub.",
    reference: "RFC 7523 §3",
    fix: "Send the JWT of the issuer as it is, with iss and sub.",
  },
  issuer_not_trusted: {
    description: ({ iss }: { iss: string }) =>
      `No trusted issuer covers the iss ${quote(iss)} and the sub of the assertion.`,
    reference: "RFC 7521 §5.2",
    fix: "Create a trusted issuer with exactly this iss, for a subject or pattern that covers the sub. Check that it has not expired.",
  },
  issuer_disabled: {
    description: ({ iss }: { iss: string }) => `The trusted issuer ${quote(iss)} is disabled.`,
    reference: "RFC 7521 §5.2",
    fix: "Enable the trusted issuer, on its page in the console or with latchkey trusted-issuers enable.",
  },
  subject_disabled: {
    description: "The account of the user that the assertion names is disabled.",
    reference: "RFC 7521 §5.2",
    fix: "Enable the account, on its page in the console or with latchkey accounts enable.",
  },
  trusted_signature_invalid: {
    description: "The signature of the assertion cannot be verified with the keys of its issuer.",
    debug: ({ detail }: { detail: string }) => detail,
    reference: "RFC 7523 §3",
    fix: "Check the keys of the trusted issuer: its jwk or jwks, or that this server can fetch its jwks_uri.",
  },
  trusted_assertion_refused: {
    description: ({ rejection }: { rejection: GrantAssertionRejection }) =>
      explainAssertion(rejection, "assertion"),
    reference: "RFC 7523 §3",
    fix: "Request the JWT for this server: its aud must be the issuer or the token endpoint. Check its exp, iat and jti, and both clocks.",
  },
  assertion_replayed: {
    description: "The assertion was used before. Present a new one with a jti of its own.",
    reference: "RFC 7523 §3",
    fix: "Present each assertion once. Allow reuse for an issuer whose JWTs are used until they expire, such as Kubernetes.",
  },
  id_jag_client_public: {
    error: "unauthorized_client",
    description:
      "A public client cannot use identity assertions. Give the client a token_endpoint_auth_method other than none.",
    reference: "RFC 7523 §3",
    fix: "Give the client a secret or a key.",
  },
  id_jag_of_another_client: {
    description: "The client_id of the assertion is another client's.",
    reference: "RFC 7523 §3",
    fix: "Let the identity provider put the id that the client has at this server into client_id.",
  },
  id_jag_for_another_resource: {
    error: "invalid_target",
    description: ({ target }: { target: string }) => `The assertion is not for ${quote(target)}.`,
    reference: "RFC 7523 §3",
    fix: "Request an identity assertion for the resource, or leave the resource out.",
  },
  scope_not_trusted: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The assertion cannot get the scope ${quote(scope)}. Add it to the scope of the trusted issuer, or request less.`,
    reference: "RFC 7521 §4.1",
    fix: "Add the scope to the trusted issuer, or request less.",
  },
  ...scopeNotAllowed,
  ...apiScopeRejections,
});
