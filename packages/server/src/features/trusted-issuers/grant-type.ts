import type { Acceptances } from "../../inspector/explanations.ts";
import type { TrustedIssuersContext } from "./context.ts";
import { CLOCK_LEEWAY } from "../../crypto/jwt.ts";
import {
  authenticatedByIssuer,
  clientAuthenticationRejections,
} from "../../oauth/client/authentication.ts";
import { presentsCredentials } from "../../oauth/client/credentials.ts";
import type { AuthenticatedClient, Client } from "../../oauth/client.ts";
import { isIdJag } from "./rules/assertion.ts";
import {
  decideJwtBearer,
  jwtBearerRejections,
  JWT_BEARER_GRANT,
  type JwtBearerGrant,
  type JwtBearerRejection,
  type JwtBearerRequest,
  limitTargets,
} from "./rules/jwt-bearer-grant.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import { type OAuthError, parameterMissing } from "../../oauth/oauth-error.ts";
import {
  exchangedTargetRejections,
  namesOfTargets,
  parseTargets,
} from "../../oauth/resource/indicators.ts";
import { limitToApi } from "../../oauth/resource/token-rules.ts";
import { profileOf } from "../../oauth/profiles/profile.ts";
import { isRequired } from "../../oauth/profiles/rules.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { unlessDisabled } from "../../grants/find-client.ts";
import { findTargetPolicy, findTokenRules } from "../../grants/find-apis.ts";
import { detailsErrors, verifyNoDetails } from "../../grants/authorization-details.ts";
import { isFirstAssertion } from "../../grants/first-use.ts";
import { defineGrantType } from "../../grants/grant-type.ts";
import { issueAccessToken } from "../../grants/issue-access-token.ts";
import { nothingEarlier } from "../../grants/current-permissions.ts";
import {
  acceptingKeys,
  acceptTrustedJwt,
  assertionFacts,
  type TrustedAssertion,
  type TrustedJwt,
  verifyTrustedJwt,
} from "./trusted-assertion.ts";

interface Input extends JwtBearerRequest {
  readonly assertion: string;
}

interface Accepted extends TrustedAssertion {
  readonly jwt: TrustedJwt;
  readonly grant: JwtBearerGrant;
}

/** RFC 7523 §2.1: the JWT of a trusted issuer, among them identity assertions, for an access token. */
export const jwtBearer = defineGrantType<
  Input,
  Result<Accepted, JwtBearerRejection>,
  TrustedIssuersContext
>({
  name: JWT_BEARER_GRANT,
  clients: "any",
  metric_label: "jwt_bearer",
  inspector: {
    for_user: false,
    step: {
      name: "assertion_accepted",
      refused: "assertion_rejected",
      sentence: "The client presents an assertion",
      contents: "a token",
      outcome: "granted",
      headline: "The client received a token for an assertion.",
    },
  },
  issues_for_consent: false,
  lifespans: (config) => ({
    access_token: {
      field: "jwt_bearer_grant_access_token_lifespan",
      configured: config["ttl.grants.jwt_bearer.access_token"],
    },
  }),
  errors: {
    invalid_grant: {
      means:
        "The assertion is malformed, expired, used before, for another server or another client, not signed by a key of its issuer, or not one that a trusted issuer may assert.",
      remedy:
        "Read `error_description`; compare the assertion with the record of the trusted issuer, and sign a new one.",
    },
    invalid_scope: {
      means:
        "The scope is malformed, more than the trusted issuer, the assertion or the client may have, or not one of the API's.",
      remedy: "Request less, or add the scope to the trusted issuer and to the client.",
    },
    invalid_target: {
      means: "The token cannot be for the `audience` or `resource`.",
      remedy:
        "Add it to the client's `audience`, or register it as an API with `allow_any_client`; an identity assertion names its own `resource`.",
    },
    ...detailsErrors("The request has `authorization_details`.", "Leave the parameter out."),
    unauthorized_client: {
      means:
        "The client is not registered for this grant, the trusted issuer is registered for another client, or a public client presented an identity assertion.",
      remedy: "Add the grant to the client's `grant_types`, or create a record for this client.",
    },
    invalid_client: {
      means: "The trusted issuer names no client, and the request did not authenticate one.",
      remedy: "Authenticate the client, or create a record of the issuer with its `client_id`.",
    },
    invalid_request: {
      means: "The parameter `assertion` is missing.",
      remedy: "Send the JWT as `assertion`.",
    },
  },

  read(form) {
    const assertion = form.get("assertion");
    if (assertion === undefined) return err(parameterMissing("assertion"));
    const without = verifyNoDetails(form);
    if (!without.ok) return without;
    const targets = parseTargets(form);
    if (!targets.ok) return err(describeRejection(exchangedTargetRejections, targets.error));
    return ok({ assertion, scope: form.get("scope"), targets: targets.value });
  },

  identifyClient,

  async decide({ assertion, ...request }, client, context) {
    const verified = await verifyTrustedJwt(assertion, context);
    if (!verified.ok) return verified;
    const facts = assertionFacts(context, client.confirmation?.jkt);
    const accepted = acceptTrustedJwt(verified.value, client.client_id, facts);
    if (!accepted.ok) return accepted;
    const { assertion: valid, trusted } = accepted.value;
    const targets = limitTargets(valid, request);
    const names = targets.ok ? namesOfTargets(targets.value) : [];
    const policy = await findTargetPolicy(names, client, context);
    const options = { ...policy, scope_strategy: context.config["strategies.scope"] };
    const grant = decideJwtBearer(client, valid, trusted, request, options);
    if (!grant.ok) return grant;
    const rules = await findTokenRules(grant.value.audience, context);
    const limited = limitToApi(grant.value, request, rules, options.scope_strategy);
    return limited.ok
      ? ok({ ...accepted.value, jwt: verified.value, grant: limited.value })
      : limited;
  },

  earlierPermissions: nothingEarlier,

  evidenceOf(decision, client, form, request, context) {
    if (!decision.ok) return undefined;
    const { assertion, jwt, trusted } = decision.value;
    const facts = assertionFacts(context, client.confirmation?.jkt);
    return {
      by_grant:
        trusted.client_id !== undefined &&
        assertion.id_jag === undefined &&
        needsNoKey(client, context) &&
        !presentsCredentials(request.headers["authorization"], form),
      resource: assertion.id_jag?.resource ?? [],
      accepted_by: acceptingKeys(jwt, client.client_id, facts),
    };
  },

  tokensOf: (decision) => (decision.ok ? decision.value.grant : undefined),

  async carryOut(decision, client, context, claims) {
    if (!decision.ok) return err(describeRejection(jwtBearerRejections, decision.error));
    if (!(await isUnused(decision.value, context)))
      return err(describeRejection(jwtBearerRejections, { reason: "assertion_replayed" }));
    const { trusted, grant } = decision.value;
    const { subject, scope, audience, act } = grant;
    const details = act === undefined ? {} : { details: { act } };
    const entitlement = {
      client,
      subject,
      scope,
      audience,
      grant: JWT_BEARER_GRANT,
      ...details,
      trusted_issuers: [trusted.id],
      ...(claims && { ext: claims.access_token }),
    };
    return ok({ ...(await issueAccessToken(entitlement, context)), scope });
  },
});

/** How the inspector explains its step. */
export const jwtBearerAcceptances = {
  assertion_accepted: {
    because: "A trusted issuer signed the assertion for this server, and it was not used before.",
    reference: "RFC 7523 §3",
  },
} satisfies Acceptances;

/** RFC 7521 §4.1: the JWT authenticates the client that the record of its issuer names. Undefined where it names none. */
async function identifyClient(
  form: FormFields,
  context: TrustedIssuersContext,
): Promise<Result<AuthenticatedClient, OAuthError> | undefined> {
  const assertion = form.get("assertion");
  if (assertion === undefined) return err(parameterMissing("assertion"));
  const verified = await verifyTrustedJwt(assertion, context);
  if (!verified.ok) return err(describeRejection(jwtBearerRejections, verified.error));
  const { header, issuers } = verified.value;
  // The draft requires of identity assertions that the client authenticates itself.
  if (isIdJag(header)) return undefined;

  const claimed = form.get("client_id");
  const bound = issuers.filter(
    ({ client_id }) => client_id !== undefined && (claimed ?? client_id) === client_id,
  );
  if (bound.length === 0) return undefined;
  const facts = assertionFacts(context);
  const accepted = acceptTrustedJwt({ ...verified.value, issuers: bound }, claimed, facts);
  if (!accepted.ok) return err(describeRejection(jwtBearerRejections, accepted.error));
  const { trusted } = accepted.value;
  const client = await context.store.clients.find(trusted.client_id ?? "");
  if (client === undefined)
    return err(describeRejection(clientAuthenticationRejections, { reason: "client_unknown" }));
  const enabled = unlessDisabled(client);
  if (!enabled.ok) return enabled;
  if (!needsNoKey(client, context)) return undefined;
  return ok(authenticatedByIssuer(client, trusted));
}

/** Whether the client may authenticate without a key of its own. */
function needsNoKey(client: Client, { config }: TrustedIssuersContext): boolean {
  const profile = profileOf(client, config["security.profile"]);
  return !isRequired("client_authenticates_with_key", profile);
}

/** RFC 7523 §3 (7): whether the assertion was not used before, on this server or another. */
async function isUnused(
  { assertion, trusted }: TrustedAssertion,
  context: TrustedIssuersContext,
): Promise<boolean> {
  const { jti, expires_at } = assertion;
  if (jti === undefined) return true;
  const names = [JWT_BEARER_GRANT, trusted.issuer];
  return isFirstAssertion({ names, jti, expires_at: expires_at + CLOCK_LEEWAY }, context);
}
