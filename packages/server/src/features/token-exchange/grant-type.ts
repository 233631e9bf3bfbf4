import type { Context, ExchangeTarget } from "../../context/context.ts";
import type { NamedSubject } from "../../context/named-subjects.ts";
import type { Acceptances } from "../../inspector/explanations.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { apiScopeRejections, limitToApi } from "../../oauth/resource/token-rules.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { decideIdJag, idJagRejections } from "./rules/id-jag.ts";
import type { PresentedToken, PresentedTokens } from "./rules/presented-token.ts";
import {
  decideTokenExchange,
  possibleTargets,
  verifyForTarget,
  TOKEN_EXCHANGE_GRANT,
  type TokenExchangeOptions,
} from "./rules/token-exchange-grant.ts";
import { tokenExchangeRejections, type TokenParameter } from "./rules/token-exchange-rejection.ts";
import { ID_JAG_TOKEN_TYPE, JWT_TYPE } from "./rules/token-types.ts";
import { detailsErrors } from "../../grants/authorization-details.ts";
import { defineGrantType } from "../../grants/grant-type.ts";
import { findTargetPolicy, findTokenRules } from "../../grants/find-apis.ts";
import { nothingEarlier } from "../../grants/current-permissions.ts";
import { issuesJwt, policyOf } from "../../grants/client-policy.ts";
import { carryOut, endOf, type Issue, type TokenExchangeContext, tokensOf } from "./issue.ts";
import { clientSubjectOf, openNamedSubject, openPresentedToken } from "./open-token.ts";
import { type ExchangeInput, readRequest, type SentToken } from "./read-request.ts";

/** The tokens of a request; with a subject that was named, what is written with the token. */
interface Presented extends PresentedTokens {
  readonly recordOf?: NamedSubject["recordOf"];
}

/** RFC 8693: a token of a subject, and perhaps of an actor, for a token with which the client acts. */
export const tokenExchange = defineGrantType<
  ExchangeInput,
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
    const presented = await openAll(input, client, context);
    return presented.ok ? decideIssue(client, presented.value, input, context) : presented;
  },

  earlierPermissions: nothingEarlier,

  tokensOf: (decision) => (decision.ok ? tokensOf(decision.value) : undefined),

  async carryOut(decision, client, context, claims) {
    if (!decision.ok) return decision;
    const decided = decision.value;
    // While a hook was asked, a presented token has expired: that is decided again, and rejected.
    if (endOf(decided) <= context.now()) return undefined;
    return carryOut(decided, claims, client, context);
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

async function decideIssue(
  client: AuthenticatedClient,
  presented: Presented,
  request: ExchangeInput,
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
    recordOf: presented.recordOf,
  });
}

async function decideTarget(
  target: ExchangeTarget,
  client: AuthenticatedClient,
  presented: PresentedTokens,
  { targets, scope }: ExchangeInput,
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

/** Verifies the tokens of a request. Of a subject that is named, who acts decides whether it may be: that is verified first. */
async function openAll(
  { subject: sent, actor_token }: ExchangeInput,
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<Presented, OAuthError>> {
  if ("names" in sent) {
    const actor = await openActor(actor_token, client, context);
    if (!actor.ok) return actor;
    const named = await openNamedSubject({ ...sent, actor: actor.value }, client, context);
    return named.ok ? ok({ ...named.value, actor: actor.value }) : named;
  }
  const subject = await open(sent, "subject_token", client, context);
  if (!subject.ok) return subject;
  const actor = await openActor(actor_token, client, context);
  return actor.ok ? ok({ subject: subject.value, actor: actor.value }) : actor;
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

const jwtNotIssued: OAuthError = {
  error: "invalid_request",
  error_description:
    "The client's access tokens are opaque. Set its access_token_strategy to jwt, or leave out the requested_token_type.",
};
