import { writeHandle } from "../crypto/flow-id.ts";
import type { Endpoint } from "../http/endpoint.ts";
import {
  acceptConsent,
  checkConsentOpen,
  describeConsentRequest,
  rejectConsent,
} from "../interaction/consent-request.ts";
import { describeClient } from "../oauth/client.ts";
import { ok } from "../oauth/result.ts";
import { answerFlow, showFlow } from "./flow-handoff.ts";

/** GET /oauth2/auth/requests/consent. */
export const getConsentRequest: Endpoint = (request, context) =>
  showFlow("consent", request, context, ({ flow, client }, facts) => {
    const open = checkConsentOpen(flow, facts);
    if (!open.ok) return open;
    const challenge = writeHandle(context.notary, "consent_challenge", flow.flow_id);
    const login_challenge = writeHandle(context.notary, "login_challenge", flow.flow_id);
    return ok(
      describeConsentRequest(open.value, { challenge, login_challenge }, describeClient(client)),
    );
  });

/** PUT /oauth2/auth/requests/consent/accept: the person allows it. */
export const acceptConsentRequest: Endpoint = (request, context) =>
  answerFlow("consent", request, context, acceptConsent);

/** PUT /oauth2/auth/requests/consent/reject: the person does not. */
export const rejectConsentRequest: Endpoint = (request, context) =>
  answerFlow("consent", request, context, rejectConsent);
