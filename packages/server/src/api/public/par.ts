import type { PushedAuthorizationResponse } from "@latchkey/api";
import type { Context, Endpoint } from "../../context/context.ts";
import { mintFlowId, writeHandle } from "../../crypto/flow-id.ts";
import { clientRateError } from "../../flows/limit-rate.ts";
import { checkAuthorizationRequest } from "../../flows/authorization-request.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import { offerNonce, pushedKeyOf } from "../../grants/dpop.ts";
import { pushedRequestLifespan, storedFlowLifespan } from "../../grants/lifespans.ts";
import type { Request } from "../../http/request.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noStore, type Response } from "../../http/response.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import {
  pushedRequestRejections,
  type PushedRequest,
  readPushedParameters,
  writePushedParameters,
  writeRequestUri,
} from "../../oauth/request/pushed-request.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";

/** POST /oauth2/par: RFC 9126 §2. */
export const pushAuthorizationRequest: Endpoint = async (request, context) =>
  offerNonce(await handlePush(request, context), context);

async function handlePush(request: Request, context: Context): Promise<Response> {
  const form = readForm(request);
  if (!form.ok) return refuse(form.error, request, context);
  const client = await authenticateClient(request, form.value, context);
  if (!client.ok) return refuse(client.error, request, context);
  const limited = clientRateError(request, client.value, context);
  if (limited !== undefined) return refuse(limited, request, context);

  const checked = await checkPush(form.value, client.value, request, context);
  if (!checked.ok) return refuse(checked.error, request, context);
  const pushed = await storePush(checked.value, client.value, context);
  return { ...json(201, pushed, noStore), note: { client_id: client.value.client_id } };
}

type Push = Pick<PushedRequest, "parameters" | "signed">;

/** What to store, if it is a request that the authorization endpoint would accept. */
async function checkPush(
  form: FormFields,
  client: AuthenticatedClient,
  request: Request,
  context: Context,
): Promise<Result<Push, OAuthError>> {
  const sent = readPushedParameters(form, client);
  if (!sent.ok) return err(describeRejection(pushedRequestRejections, sent.error));
  const checked = await checkAuthorizationRequest(sent.value, client, { pushed: true }, context);
  if (!checked.ok) return err(checked.error.error);
  const dpop_jkt = await pushedKeyOf(request, checked.value.request.dpop_jkt, client, context);
  if (!dpop_jkt.ok) return dpop_jkt;
  const maxLength = context.config["limits.request.authorization_length"];
  const { params, signed } = checked.value;
  const written = writePushedParameters(params, dpop_jkt.value, maxLength);
  return written.ok
    ? ok({ parameters: written.value, signed })
    : err(describeRejection(pushedRequestRejections, written.error));
}

async function storePush(
  push: Push,
  { client_id, client_key }: AuthenticatedClient,
  { config, now, signer, store }: Context,
): Promise<PushedAuthorizationResponse> {
  const expires_in = pushedRequestLifespan(config);
  const valid_until = now() + expires_in;
  // Stored as long as the flows that begin with it, since only one of them may be completed.
  const expiresAt = valid_until + storedFlowLifespan(config);
  const request_id = mintFlowId(expiresAt * 1000);
  const pushed = { request_id, client_id, client_key, ...push, valid_until };
  await store.pushed_requests.push(pushed, expiresAt);
  return {
    request_uri: writeRequestUri(writeHandle(signer, "request_uri", request_id)),
    expires_in,
  };
}
