import { endOfGrant, endOfLastToken, lifespanOf } from "../grants/lifespans.ts";
import type { Context } from "../context/context.ts";
import { subjectKeyOf } from "../crypto/subject-key.ts";
import { type ConsentAnswer, rememberedUntil } from "../interaction/consent-answer.ts";
import type { ConsentFlow } from "../interaction/consent-transitions.ts";
import type { LoginAnswer } from "../interaction/login-answer.ts";
import { oidcContext, requestedDetails } from "../interaction/oidc-context.ts";
import {
  endOfRemembered,
  type PreviousConsent,
  rememberedAfter,
} from "../interaction/remembered-consent.ts";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant, GrantSession } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../result.ts";
import type { GrantTraces } from "../store/port/flow-store.ts";
import { type GrantedRequest, reverifyRequest } from "./reverify-request.ts";

/** What a grant needs to know of its flow. */
type GrantedFlow = Pick<
  ConsentFlow,
  "flow_id" | "requested_at" | "request_url" | "hint" | "request"
> & {
  readonly purpose: { readonly expires_at?: number };
  readonly login: Pick<ConsentFlow["login"], "sid" | "answer">;
  readonly consent: Pick<ConsentFlow["consent"], "skip">;
};

/** What a grant is created from. */
interface GrantSource extends Pick<GrantedRequest, "grant_type"> {
  readonly flow: GrantedFlow;
  readonly answer: ConsentAnswer;
  readonly client: Client;
  /** The `sub` of the user for this client. */
  readonly id_token_subject: string;
  /** What an earlier consent covers that is remembered; undefined when this one is not to be. */
  readonly previous: PreviousConsent | undefined;
}

/** The grant of a consent, in generation 0: its code is not redeemed. An error if the client may no longer have it. */
export async function createGrant(
  source: GrantSource,
  context: Context,
): Promise<Result<Grant, OAuthError>> {
  const { flow, grant_type, client } = source;
  const granted = { request: flow.request, ...(grant_type !== undefined && { grant_type }) };
  const allowed = await reverifyRequest(granted, client, context);
  return allowed.ok ? ok(describeGrant(source, context)) : allowed;
}

function describeGrant(source: GrantSource, context: Context): Grant {
  const { flow, answer, client } = source;
  const generation_at_ms = context.now_ms();
  const granted_at = Math.floor(generation_at_ms / 1000);
  const code_expires_at =
    flow.purpose.expires_at ??
    granted_at + lifespanOf(client, "authorization_code", "authorization_code", context);
  const ends_at = endOfGrant(granted_at, client, context);
  const until = rememberedUntil(answer, { ...flow.consent, requested_at: flow.requested_at });
  const remembered_until = endOfRemembered(until, source.previous, flow.request, answer);
  return {
    grant_id: flow.flow_id,
    subject_key: subjectKeyOf(flow.login.answer.subject),
    client_id: client.client_id,
    client_key: client.client_key,
    client_epoch: client.access_token_epoch,
    subject: flow.login.answer.subject,
    sid: flow.login.sid,
    scope: answer.grant_scope,
    audience: answer.grant_access_token_audience,
    generation: 0,
    generation_at_ms,
    redeemed_at_ms: undefined,
    suspects: 0,
    granted_at,
    expires_at: Math.max(
      code_expires_at,
      granted_at + lifespanOf(client, "implicit", "access_token", context),
      remembered_until ?? 0,
    ),
    revoked_at: undefined,
    remembered_until,
    narrowed_details: undefined,
    session: describeSession(source, { code_expires_at, ends_at }),
  };
}

/** What is stored beside the grant: the client in a remembered session, and when the grants expire that this one replaces. */
export async function tracesOf(
  grant: Grant,
  client: Client,
  login: LoginAnswer,
  context: Context,
): Promise<GrantTraces> {
  const { now, store } = context;
  // Only remembered sessions are stored.
  const session = login.remember ? await store.login_sessions.find(grant.sid, now()) : undefined;
  const lastToken = endOfLastToken(now(), client, context);
  return { session_expires_at: session?.expires_at, superseded_expire_at: lastToken };
}

function describeSession(
  { flow, answer, client, id_token_subject, previous }: GrantSource,
  {
    code_expires_at,
    ends_at,
  }: Pick<GrantSession, "code_expires_at"> & { ends_at: number | undefined },
): GrantSession {
  const { request } = flow;
  const { acr, amr, authenticated_at } = flow.login.answer;
  const remembered = rememberedAfter(previous, request, answer);
  return {
    ...redirectUriOf(request),
    ...(request.code_challenge !== undefined && { code_challenge: request.code_challenge }),
    ...(request.dpop_jkt !== undefined && { dpop_jkt: request.dpop_jkt }),
    ...(request.nonce !== undefined && { nonce: request.nonce }),
    ...(acr !== undefined && { acr }),
    ...(amr !== undefined && { amr }),
    ...(request.required_acr !== undefined && { required_acr: request.required_acr }),
    ...(request.max_age !== undefined && { max_age: request.max_age }),
    ...describeDetails(answer),
    ...(remembered !== undefined && { remembered }),
    client_epoch: client.access_token_epoch,
    code_expires_at,
    ...(ends_at !== undefined && { ends_at }),
    id_token_subject,
    auth_time: authenticated_at,
    requested_at: flow.requested_at,
    access_token: answer.access_token,
    ...describeClaims(flow.request.response_type, answer),
    consent: {
      skip: flow.consent.skip,
      requested_scope: request.scope,
      requested_access_token_audience: request.audience,
      ...requestedDetails(flow),
      oidc_context: oidcContext(flow),
      request_url: flow.request_url,
      context: answer.context ?? flow.login.answer.context,
      remember: answer.remember,
      remember_for: answer.remember_for,
      handled_at: answer.handled_at,
    },
  };
}

/** Where the code goes; nowhere for a request that no redirect answers. */
function redirectUriOf({
  redirect_uri,
  redirect_uri_sent,
}: AuthorizationRequest): Pick<GrantSession, "redirect_uri" | "implied_redirect_uri"> {
  if (redirect_uri_sent) return { redirect_uri };
  return redirect_uri === "" ? {} : { implied_redirect_uri: redirect_uri };
}

/** OpenID Connect Core §5.4: claims requested by scope are in the ID token only where no access token is issued. */
function describeClaims(
  response_type: readonly string[],
  { id_token, userinfo }: ConsentAnswer,
): Pick<GrantSession, "id_token" | "userinfo"> {
  if (userinfo === undefined) return { id_token };
  const isAlone = response_type.every((word) => word === "id_token");
  return isAlone ? { id_token: { ...userinfo, ...id_token } } : { id_token, userinfo };
}

/** What the tokens say beside scope and audience. */
function describeDetails({
  may_act,
  grant_authorization_details: authorization_details,
}: ConsentAnswer): Pick<GrantSession, "details"> {
  if (may_act === undefined && authorization_details === undefined) return {};
  return {
    details: {
      ...(may_act !== undefined && { may_act }),
      ...(authorization_details !== undefined && { authorization_details }),
    },
  };
}
