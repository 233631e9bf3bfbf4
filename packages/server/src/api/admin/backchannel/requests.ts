import { writeHandle } from "../../../crypto/flow-id.ts";
import type { Context, Endpoint } from "../../../context/context.ts";
import { acceptBackchannel, rejectBackchannel } from "../../../flows/backchannel/answer.ts";
import { findRequestTexts } from "../../../flows/consent/request-texts.ts";
import type { Request } from "../../../http/request.ts";
import { readQuery } from "../../../http/form.ts";
import { readOptionalJson } from "../../../http/json.ts";
import { refuse } from "../../../http/refuse.ts";
import { jsonText, noContent, type Response } from "../../../http/response.ts";
import {
  answerError,
  describeBackchannelQuestion,
  parseBackchannelAnswer,
} from "../../../interaction/backchannel-request.ts";
import { mayGrantBeyondRequest } from "../../../grants/permissions/current-permissions.ts";
import type { Client } from "../../../oauth/client.ts";
import { type OAuthError, parameterMissing } from "../../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../../oauth/result.ts";
import { addresseeOf, isAddressedTo } from "../../../openid/backchannel/addressee.ts";
import type { BackchannelRequest } from "../../../openid/backchannel/authentication-request.ts";
import { withClient } from "../client-text.ts";
import { readChallenge } from "../handoff.ts";

/** GET /oauth2/auth/requests/backchannel. */
export const getBackchannelRequest: Endpoint = async (request, context) => {
  const open = await findOpen(request, context);
  if (!open.ok) return refuse(open.error, request, context);
  return jsonText(200, await questionText(open.value.backchannel, open.value.client, context));
};

/** GET /oauth2/auth/requests/backchannel/pending: those of one user. */
export const listBackchannelRequests: Endpoint = async (request, context) => {
  const { now, store } = context;
  const user = readQuery(request)?.get("user") ?? "";
  if (user === "") return refuse(parameterMissing("user"), request, context);
  const waiting = await store.backchannel_requests.listWaiting(addresseeOf(user), now());
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
export const acceptBackchannelRequest: Endpoint = async (request, context) => {
  const open = await findOpen(request, context);
  if (!open.ok) return refuse(open.error, request, context);
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const { backchannel, client } = open.value;
  const limits = {
    types: await context.store.authorization_details_types.all(),
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
export const rejectBackchannelRequest: Endpoint = async (request, context) => {
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
  context: Context,
): Promise<Result<OpenRequest, OAuthError>> {
  const named = readChallenge("backchannel_challenge", request, context);
  if (!named.ok) return named;
  const backchannel = await context.store.backchannel_requests.find(named.value.id, context.now());
  const open = backchannel && (await withClientOf(backchannel, context));
  if (open === undefined) return err(answerError("not_asked"));
  return open.backchannel.state === "waiting" ? ok(open) : err(answerError("already_used"));
}

async function withClientOf(
  backchannel: BackchannelRequest,
  { store }: Context,
): Promise<OpenRequest | undefined> {
  const client = await store.clients.find(backchannel.client_id);
  return client?.client_key === backchannel.client_key ? { backchannel, client } : undefined;
}

/** The request as JSON for the app, with its challenge and its client. */
export async function questionText(
  backchannel: BackchannelRequest,
  client: Client,
  context: Context,
): Promise<string> {
  const challenge = writeHandle(context.signer, "backchannel_challenge", backchannel.request_id);
  const texts = await findRequestTexts(backchannel.asked, client, context);
  return withClient({ ...describeBackchannelQuestion(backchannel, challenge), ...texts }, client);
}
