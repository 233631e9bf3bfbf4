import type { Context, ExchangeTarget } from "../../context/context.ts";
import type { FeatureContext } from "../../feature/feature.ts";
import { keySets } from "../../context/keyring.ts";
import { signJwt } from "../../crypto/jwt.ts";
import { randomId } from "../../crypto/random.ts";
import type { Acceptances } from "../../inspector/explanations.ts";
import type { HookClaims, HookedTokens } from "../../interaction/token-hook.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import type { Request } from "../../http/request.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import type { TargetRequest } from "../../oauth/exchange-target.ts";
import { ID_JAG_TYPE } from "../../oauth/jwt/jwt-type.ts";
import { type OAuthError, parameterMissing, quote } from "../../oauth/oauth-error.ts";
import { profileOf, signingAlgorithmUnder } from "../../oauth/profiles/profile.ts";
import { exchangedTargetRejections, parseTargets } from "../../oauth/resource/indicators.ts";
import { apiScopeRejections, limitToApi } from "../../oauth/resource/token-rules.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { decideIdJag, idJagRejections, type IdJag } from "./rules/id-jag.ts";
import type { PresentedToken, PresentedTokens } from "./rules/presented-token.ts";
import {
  decideTokenExchange,
  type ExchangedToken,
  possibleTargets,
  verifyForTarget,
  TOKEN_EXCHANGE_GRANT,
  type TokenExchangeOptions,
  type TokenExchangeRequest,
} from "./rules/token-exchange-grant.ts";
import { tokenExchangeRejections, type TokenParameter } from "./rules/token-exchange-rejection.ts";
import {
  ACCESS_TOKEN_TYPE,
  ID_JAG_TOKEN_TYPE,
  isPresentedTokenType,
  isRequestedTokenType,
  JWT_TYPE,
  type PresentedTokenType,
  presentedTokenTypes,
  type RequestedTokenType,
  requestedTokenTypes,
} from "./rules/token-types.ts";
import { detailsErrors, verifyNoDetails } from "../../grants/authorization-details.ts";
import { defineGrantType, type GrantedTokens } from "../../grants/grant-type.ts";
import { findTargetPolicy, findTokenRules } from "../../grants/find-apis.ts";
import { issueAccessToken } from "../../grants/issue-access-token.ts";
import { nothingEarlier } from "../../grants/current-permissions.ts";
import { clientSubjectOf, openPresentedToken } from "./open-token.ts";
import { endingKeysOf } from "./ending-keys.ts";
import type { tokenExchangeSettings } from "./settings.ts";
import { issuesJwt, policyOf } from "../../grants/client-policy.ts";

type TokenExchangeContext = FeatureContext<never, never, typeof tokenExchangeSettings>;

/** A token as it was sent, with its type. */
interface SentToken {
  readonly token: string;
  readonly type: PresentedTokenType;
}

interface Input extends TokenExchangeRequest {
  readonly subject_token: SentToken;
  readonly actor_token: SentToken | undefined;
  readonly requested: RequestedTokenType | ExchangeTarget;
}

/** What is issued: an access token, an assertion for another server, or what a feature issues. */
type Issue =
  | {
      readonly kind: "access_token";
      readonly issued_token_type: string;
      /** The `sub`, if the token is a JWT. */
      readonly jwt_subject: string | undefined;
      readonly exchanged: ExchangedToken;
    }
  | { readonly kind: "id_jag"; readonly id_jag: IdJag }
  | {
      readonly kind: "target";
      readonly target: ExchangeTarget;
      readonly request: TargetRequest;
      readonly expires_at: number;
    };

/** RFC 8693: a token of a subject, and perhaps of an actor, for a token with which the client acts. */
export const tokenExchange = defineGrantType<
  Input,
  Result<Issue, OAuthError>,
  TokenExchangeContext
>({
  name: TOKEN_EXCHANGE_GRANT,
  clients: "confidential",
  metric_label: "token_exchange",
  inspector: {
    for_user: true,
    step: {
      name: "token_exchanged",
      refused: "exchange_refused",
      sentence: "A client exchanges a token",
      contents: "a token",
      outcome: "granted",
      headline: "A client exchanged a token.",
    },
  },
  issues_for_consent: false,
  lifespans: (config) => ({
    access_token: {
      field: "token_exchange_grant_access_token_lifespan",
      configured: config["ttl.grants.token_exchange.access_token"],
    },
  }),
  errors: {
    invalid_request: {
      means:
        "A parameter is missing or not supported, the `subject_token` or `actor_token` is invalid, expired or revoked, or the client may not exchange it. Also: a client with the `subject_type` `pairwise` requests a JWT, and has no sector identifier.",
      remedy:
        "Read `error_description`; the fields `token_exchange_*` of the client say what it may exchange.",
    },
    invalid_target: {
      means: "The client may not get a token for the `audience` or `resource`.",
      remedy:
        "Add it to the client's `audience`, or register it as an API with `allow_any_client`; for identity assertions, add it to the client's `id_jag_targets`.",
    },
    invalid_scope: {
      means:
        "The scope is malformed, more than the subject token or the client may have, or not one of the API's.",
      remedy: "Request less, or add the scope to the client's `token_exchange_scope` and `scope`.",
    },
    ...detailsErrors("The request has `authorization_details`.", "Leave the parameter out."),
    unauthorized_client: {
      means:
        "The client is not registered for this grant, or is public: it has no secret or key to authenticate with.",
      remedy:
        "Add the grant to the client's `grant_types`; give it a `token_endpoint_auth_method` other than `none`.",
    },
  },

  read: readRequest,

  async decide(input, client, context) {
    const subject = await open(input.subject_token, "subject_token", client, context);
    if (!subject.ok) return subject;
    const actor = await openActor(input.actor_token, client, context);
    if (!actor.ok) return actor;
    return decideIssue(client, { subject: subject.value, actor: actor.value }, input, context);
  },

  earlierPermissions: nothingEarlier,

  tokensOf: (decision) => (decision.ok ? tokensOf(decision.value) : undefined),

  async carryOut(decision, client, context, claims) {
    if (!decision.ok) return decision;
    const decided = decision.value;
    // While a hook was asked, a presented token has expired: that is decided again, and rejected.
    if (endOf(decided) <= context.now()) return undefined;
    if (decided.kind === "target") return issueOfTarget(decided, client, context);
    return ok(
      decided.kind === "id_jag"
        ? await signIdJag(decided.id_jag, client, context)
        : await issue(decided, claims, client, context),
    );
  },
});

/** How the inspector explains its step. */
export const tokenExchangeAcceptances = {
  token_exchanged: {
    because:
      "The subject token is valid, and the client may exchange it for this target, scope and actor.",
    reference: "RFC 8693 §2.2.1",
  },
} satisfies Acceptances;

/** Unix seconds. */
function endOf(decided: Issue): number {
  if (decided.kind === "target") return decided.expires_at;
  return (decided.kind === "id_jag" ? decided.id_jag : decided.exchanged).expires_at;
}

/** Token hooks add claims, which a token of another server has not. */
function tokensOf(decided: Issue): HookedTokens | undefined {
  if (decided.kind === "target") return undefined;
  if (decided.kind === "access_token") return decided.exchanged;
  const { claims, scope } = decided.id_jag;
  return { subject: claims.sub, scope, audience: [claims.aud] };
}

async function decideIssue(
  client: AuthenticatedClient,
  presented: PresentedTokens,
  request: Input,
  context: Context,
): Promise<Result<Issue, OAuthError>> {
  const { config } = context;
  const scope_strategy = config["strategies.scope"];
  const { requested } = request;
  if (typeof requested === "object")
    return decideTarget(requested, client, presented, request, context);
  if (requested === ID_JAG_TOKEN_TYPE) {
    const id_jag = decideIdJag(client, presented, request, { scope_strategy });
    if (!id_jag.ok) return err(describeRejection(idJagRejections, id_jag.error));
    return ok({ kind: "id_jag", id_jag: id_jag.value });
  }
  const options: TokenExchangeOptions = {
    ...(await findTargetPolicy(possibleTargets(request, presented.subject), client, context)),
    issuer: config["urls.self.issuer"],
    scope_strategy,
  };
  const exchanged = decideTokenExchange(client, presented, request, options);
  if (!exchanged.ok) return err(describeRejection(tokenExchangeRejections, exchanged.error));
  const rules = await findTokenRules(exchanged.value.audience, context);
  const limited = limitToApi(exchanged.value, request, rules, scope_strategy);
  if (!limited.ok) return err(describeRejection(apiScopeRejections, limited.error));
  const isJwt = issuesJwt(policyOf(client, context), rules);
  if (requested === JWT_TYPE && !isJwt) return err(jwtNotIssued);
  const jwt_subject = isJwt
    ? await clientSubjectOf(presented.subject, client, context)
    : ok(undefined);
  if (!jwt_subject.ok) return jwt_subject;
  return ok({
    kind: "access_token",
    issued_token_type: requested,
    jwt_subject: jwt_subject.value,
    exchanged: limited.value,
  });
}

async function decideTarget(
  target: ExchangeTarget,
  client: AuthenticatedClient,
  presented: PresentedTokens,
  { targets, scope }: Input,
  { config, store }: Context,
): Promise<Result<Issue, OAuthError>> {
  const allowed = verifyForTarget(client, presented, { issuer: config["urls.self.issuer"] });
  if (!allowed.ok) return err(describeRejection(tokenExchangeRejections, allowed.error));
  const { subject } = presented;
  const [source] = subject.sources ?? [];
  const grant =
    source !== undefined && "grant_id" in source ? await store.grants.find(source) : undefined;
  const isOfSubject = grant?.subject === subject.subject; // And not that of an actor.
  const subject_token = {
    subject: subject.subject,
    scope: subject.scope,
    granted_scope: isOfSubject ? grant.scope : [],
  };
  const request = { subject_token, targets, scope };
  return ok({ kind: "target", target, request, expires_at: subject.expires_at });
}

/** The token is not one of this server's, so its own tokens are not counted with it. */
async function issueOfTarget(
  { target, request }: Extract<Issue, { kind: "target" }>,
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<GrantedTokens, OAuthError>> {
  const issued = await target.issue(request, client, context);
  if (!issued.ok) return issued;
  return ok({ ...issued.value, issued_token_type: target.token_type, uncounted: true });
}

/** The actor token, with the subject that `act` may name. */
async function openActor(
  sent: SentToken | undefined,
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<PresentedToken | undefined, OAuthError>> {
  if (sent === undefined) return ok(undefined);
  const opened = await open(sent, "actor_token", client, context);
  if (!opened.ok) return opened;
  const client_subject = await clientSubjectOf(opened.value, client, context);
  if (!client_subject.ok) return client_subject;
  return ok({ ...opened.value, client_subject: client_subject.value });
}

async function open(
  { token, type }: SentToken,
  parameter: TokenParameter,
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<PresentedToken, OAuthError>> {
  const opened = await openPresentedToken(token, type, client, context);
  if (opened.ok) return opened;
  const rejection = {
    reason: "presented_token_invalid",
    parameter,
    rejection: opened.error,
  } as const;
  return err(describeRejection(tokenExchangeRejections, rejection));
}

async function issue(
  { exchanged, jwt_subject, issued_token_type }: Extract<Issue, { kind: "access_token" }>,
  claims: HookClaims | undefined,
  client: AuthenticatedClient,
  context: Context,
): Promise<GrantedTokens> {
  const { subject, scope, audience, act, may_act, sources, expires_at } = exchanged;
  const entitlement = {
    client,
    subject,
    ...(jwt_subject !== undefined && { jwt_subject }),
    scope,
    audience,
    grant: TOKEN_EXCHANGE_GRANT,
    details: { ...(act && { act }), ...(may_act && { may_act }) },
    ...(sources.length > 0 && { sources }),
    ...(jwt_subject !== undefined && { ends_with: await endingKeysOf(sources, context) }),
    not_after: expires_at,
    ...(claims && { ext: claims.access_token }),
  };
  return { ...(await issueAccessToken(entitlement, context)), scope, issued_token_type };
}

/** Signs with the keys of ID tokens, which are published. */
async function signIdJag(
  { claims, scope, expires_at }: IdJag,
  client: AuthenticatedClient,
  { config, keyring, now }: TokenExchangeContext,
): Promise<GrantedTokens> {
  const iat = now();
  const exp = Math.min(iat + config["ttl.grants.token_exchange.id_jag"], expires_at);
  const profile = profileOf(client, config["security.profile"]);
  const alg = signingAlgorithmUnder(profile, config["oidc.id_token_signed_response_alg"]);
  const key = await keyring.signingKey(keySets.id_token, alg, exp - iat);
  const all = { ...claims, iss: config["urls.self.issuer"], jti: randomId(), iat, exp };
  return {
    access_token: await signJwt(key, all, { typ: ID_JAG_TYPE }),
    token_type: "N_A",
    expires_in: exp - iat,
    scope,
    issued_token_type: ID_JAG_TOKEN_TYPE,
  };
}

/** §2.1: the parameters. */
function readRequest(
  form: FormFields,
  _request: Request,
  { exchange_targets }: Context,
): Result<Input, OAuthError> {
  const subject_token = readSentToken(form, "subject_token");
  if (!subject_token.ok) return subject_token;
  if (subject_token.value === undefined) return err(parameterMissing("subject_token"));
  const actor_token = readSentToken(form, "actor_token");
  if (!actor_token.ok) return actor_token;
  const type = form.get("requested_token_type") ?? ACCESS_TOKEN_TYPE;
  const requested = isRequestedTokenType(type)
    ? type
    : exchange_targets.find(({ token_type }) => token_type === type);
  if (requested === undefined) {
    const others = exchange_targets.map(({ token_type }) => token_type);
    return unsupported("requested_token_type", type, [...requestedTokenTypes, ...others]);
  }
  const without = verifyNoDetails(form);
  if (!without.ok) return without;
  const targets = parseTargets(form);
  if (!targets.ok) return err(describeRejection(exchangedTargetRejections, targets.error));
  return ok({
    subject_token: subject_token.value,
    actor_token: actor_token.value,
    requested,
    scope: form.get("scope"),
    targets: targets.value,
  });
}

/** §2.1: a token has a type, and there is no type without a token. */
function readSentToken(
  form: FormFields,
  parameter: TokenParameter,
): Result<SentToken | undefined, OAuthError> {
  const [token, type] = [form.get(parameter), form.get(`${parameter}_type`)];
  if (token === undefined)
    return type === undefined ? ok(undefined) : err(parameterMissing(parameter));
  if (type === undefined) return err(parameterMissing(`${parameter}_type`));
  if (!isPresentedTokenType(type))
    return unsupported(`${parameter}_type`, type, presentedTokenTypes);
  return ok({ token, type });
}

function unsupported(
  parameter: string,
  value: string,
  supported: readonly string[],
): Result<never, OAuthError> {
  return err({
    error: "invalid_request",
    error_description: `The ${parameter} ${quote(value)} is not supported. Use one of: ${supported.join(", ")}.`,
  });
}

const jwtNotIssued: OAuthError = {
  error: "invalid_request",
  error_description:
    "The client's access tokens are opaque. Set its access_token_strategy to jwt, or leave out the requested_token_type.",
};
