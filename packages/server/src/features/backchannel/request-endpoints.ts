import { readChallenge } from "../../api/admin/handoff.ts";
import { randomId } from "../../crypto/random.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { createGrant } from "../../flows/new-grant.ts";
import { mayGrantBeyondRequest } from "../../grants/current-permissions.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";
import { readQuery } from "../../http/form.ts";
import { readOptionalJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import type { Request } from "../../http/request.ts";
import { jsonText, noContent, type Response } from "../../http/response.ts";
import type { Client } from "../../oauth/client.ts";
import type { Grant } from "../../oauth/grant.ts";
import { type OAuthError, parameterMissing } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import type { BackchannelContext } from "./context.ts";
import { pingOf, questionText } from "./deliveries.ts";
import { addresseeOf, isAddressedTo } from "./rules/addressee.ts";
import { answerError, type BackchannelAnswer, parseBackchannelAnswer } from "./rules/answer.ts";
import {
  authorizationRequestOf,
  backchannelGrant,
  type BackchannelRequest,
} from "./rules/authentication-request.ts";

/** GET /oauth2/auth/requests/backchannel. */
export const getBackchannelRequest: FeatureEndpoint<BackchannelContext> = async (
  request,
  context,
) => {
  const open = await findOpen(request, context);
  if (!open.ok) return refuse(open.error, request, context);
  return jsonText(200, await questionText(open.value.backchannel, open.value.client, context));
};

/** GET /oauth2/auth/requests/backchannel/pending: those of one user. */
export const listBackchannelRequests: FeatureEndpoint<BackchannelContext> = async (
  request,
  context,
) => {
  const { now } = context;
  const user = readQuery(request)?.get("user") ?? "";
  if (user === "") return refuse(parameterMissing("user"), request, context);
  const waiting = await context.backchannel.requests.listWaiting(addresseeOf(user), now());
  const own = waiting.filter(({ asked }) => isAddressedTo(user, asked));
  const open = await Promise.all(own.map((one) => withClientOf(one, context)));
  const texts = await Promise.all(
    open
      .filter((one) => one !== undefined)
      .map(({ backchannel, client }) => questionText(backchannel, client, context)),
  );
  return jsonText(200, `[${texts.join(",")}]`);
};

/** PUT /oauth2/auth/requests/backchannel/accept: the user authenticated and allows it. */
export const acceptBackchannelRequest: FeatureEndpoint<BackchannelContext> = async (
  request,
  context,
) => {
  const open = await findOpen(request, context);
  if (!open.ok) return refuse(open.error, request, context);
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const { backchannel, client } = open.value;
  const limits = {
    types: await context.detailsTypes(),
    grants_beyond_request: mayGrantBeyondRequest(client, context),
  };
  const answer = parseBackchannelAnswer(body.value, backchannel, { now: context.now(), ...limits });
  if (!answer.ok) return refuse(answer.error, request, context);
  const accepted = await acceptBackchannel(backchannel, answer.value, client, context);
  if (!accepted.ok) return refuse(accepted.error, request, context);
  if (!accepted.value) return refuse(answerError("already_used"), request, context);
  return answered(backchannel, answer.value.login.subject);
};

/** PUT /oauth2/auth/requests/backchannel/reject: the user denies it. */
export const rejectBackchannelRequest: FeatureEndpoint<BackchannelContext> = async (
  request,
  context,
) => {
  const open = await findOpen(request, context);
  if (!open.ok) return refuse(open.error, request, context);
  const { backchannel, client } = open.value;
  return (await rejectBackchannel(backchannel, client, context))
    ? answered(backchannel)
    : refuse(answerError("already_used"), request, context);
};

function answered({ client_id }: BackchannelRequest, subject?: string): Response {
  return { ...noContent(), note: { client_id, ...(subject !== undefined && { subject }) } };
}

/** A request that waits for an answer, and its client. */
interface OpenRequest {
  readonly backchannel: BackchannelRequest;
  readonly client: Client;
}

/** The request of the challenge in the query, if it still waits for an answer. */
async function findOpen(
  request: Request,
  context: BackchannelContext,
): Promise<Result<OpenRequest, OAuthError>> {
  const named = readChallenge("backchannel_challenge", request, context);
  if (!named.ok) return named;
  const backchannel = await context.backchannel.requests.find(named.value.id, context.now());
  const open = backchannel && (await withClientOf(backchannel, context));
  if (open === undefined) return err(answerError("not_asked"));
  return open.backchannel.state === "waiting" ? ok(open) : err(answerError("already_used"));
}

async function withClientOf(
  backchannel: BackchannelRequest,
  { store }: BackchannelContext,
): Promise<OpenRequest | undefined> {
  const client = await store.clients.find(backchannel.client_id);
  return client?.client_key === backchannel.client_key ? { backchannel, client } : undefined;
}

/** The user allowed it: there is a grant, which the client redeems with its auth_req_id. False when it was answered before. */
async function acceptBackchannel(
  request: BackchannelRequest,
  answer: BackchannelAnswer,
  client: Client,
  context: BackchannelContext,
): Promise<Result<boolean, OAuthError>> {
  const grant = await grantOf(request, answer, client, context);
  if (!grant.ok) return grant;
  const delivery = pingOf(request, client, context);
  const won = await context.backchannel.requests.accept(grant.value, delivery);
  if (won && delivery !== undefined) context.deliveries_due.notify();
  return ok(won);
}

/** The user denied it. False when it was answered before. */
async function rejectBackchannel(
  request: BackchannelRequest,
  client: Client,
  context: BackchannelContext,
): Promise<boolean> {
  const delivery = pingOf(request, client, context);
  const won = await context.backchannel.requests.reject(request.request_id, delivery);
  if (won && delivery !== undefined) context.deliveries_due.notify();
  return won;
}

/** The grant in generation 0. There is no browser, so there is neither a remembered session nor a remembered consent. */
async function grantOf(
  request: BackchannelRequest,
  { login, consent }: BackchannelAnswer,
  client: Client,
  context: BackchannelContext,
): Promise<Result<Grant, OAuthError>> {
  const { request_id: flow_id, requested_at, asked, valid_until: expires_at } = request;
  const sub = subjectIdentifierFor(client, login.subject, login.force_subject_identifier, context);
  if (!sub.ok) return sub;
  const hinted = asked.id_token_hint?.["sub"];
  if (hinted !== undefined && hinted !== sub.value)
    return err(answerError("backchannel_another_user"));
  const flow = {
    flow_id,
    purpose: { expires_at },
    requested_at,
    request: authorizationRequestOf(request),
    request_url: "",
    hint: asked.id_token_hint,
    login: { sid: randomId(), answer: login },
    consent: { skip: false },
  } as const;
  const id_token_subject = sub.value;
  const source = {
    flow,
    grant_type: backchannelGrant,
    answer: consent,
    client,
    id_token_subject,
    previous: undefined,
  };
  return createGrant(source, context);
}
