import { writeHandle } from "../../crypto/flow-id.ts";
import type { Endpoint } from "../../context/context.ts";
import { findGrantedBefore } from "../../flows/consent/remembered-consent.ts";
import {
  acceptConsent,
  verifyConsentOpen,
  describeConsentRequest,
  rejectConsent,
} from "../../interaction/consent-transitions.ts";
import { err, ok } from "../../oauth/result.ts";
import { withClient } from "./client-text.ts";
import { answerFlow, showFlow, type Step } from "./flow-handoff.ts";
import { unknown } from "./handoff.ts";

/** GET /oauth2/auth/requests/consent. */
export const getConsentRequest: Endpoint = (request, context) =>
  showFlow("consent", request, context, async ({ flow, client, challenge }, facts) => {
    if (flow.purpose.kind === "installation") return err(unknown);
    const open = verifyConsentOpen(flow, facts);
    if (!open.ok) return open;
    const login_challenge = writeHandle(context.signer, "login_challenge", flow.flow_id);
    const { login, consent } = open.value;
    const asked = { subject: login.answer.subject, skip: consent.skip };
    const granted_before = await findGrantedBefore(flow, asked, client, context);
    const description = describeConsentRequest(open.value, {
      challenge,
      login_challenge,
      granted_before,
    });
    return ok(withClient(description, client));
  });

/** PUT /oauth2/auth/requests/consent/accept: the user allows access. */
export const acceptConsentRequest: Endpoint = async (request, context) => {
  const types = await context.store.authorization_details_types.all();
  const accept: Step = (flow, body, facts) => acceptConsent(flow, body, facts, types);
  return answerFlow("consent", request, context, ofClient(accept));
};

/** PUT /oauth2/auth/requests/consent/reject: the user denies access. */
export const rejectConsentRequest: Endpoint = (request, context) =>
  answerFlow("consent", request, context, ofClient(rejectConsent));

/** Consent requests of integrations have operations of their own. */
function ofClient(step: Step): Step {
  return (flow, body, facts) =>
    flow.purpose.kind === "installation" ? err(unknown) : step(flow, body, facts);
}
