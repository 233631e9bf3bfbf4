import type { Context } from "../../context/context.ts";
import { randomId } from "../../crypto/random.ts";
import { answerError, type BackchannelAnswer } from "../../interaction/backchannel-request.ts";
import type { Client } from "../../oauth/client.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../oauth/result.ts";
import {
  authorizationRequestOf,
  backchannelGrant,
  type BackchannelRequest,
} from "../../openid/backchannel/authentication-request.ts";
import { createGrant } from "../new-grant.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";
import { pingOf } from "./delivery.ts";

/** The user allowed it: there is a grant, which the client redeems with its auth_req_id. False when it was answered before. */
export async function acceptBackchannel(
  request: BackchannelRequest,
  answer: BackchannelAnswer,
  client: Client,
  context: Context,
): Promise<Result<boolean, OAuthError>> {
  const grant = await grantOf(request, answer, client, context);
  if (!grant.ok) return grant;
  const delivery = pingOf(request, client, context);
  const won = await context.store.backchannel_requests.accept(grant.value, delivery);
  if (won && delivery !== undefined) context.deliveries_due.notify();
  return ok(won);
}

/** The user denied it. False when it was answered before. */
export async function rejectBackchannel(
  request: BackchannelRequest,
  client: Client,
  context: Context,
): Promise<boolean> {
  const delivery = pingOf(request, client, context);
  const won = await context.store.backchannel_requests.reject(request.request_id, delivery);
  if (won && delivery !== undefined) context.deliveries_due.notify();
  return won;
}

/** The grant in generation 0. There is no browser, so there is neither a remembered session nor a remembered consent. */
async function grantOf(
  request: BackchannelRequest,
  { login, consent }: BackchannelAnswer,
  client: Client,
  context: Context,
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
