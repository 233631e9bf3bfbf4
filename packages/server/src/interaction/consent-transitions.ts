/** The transitions of a consent request: accepted or rejected by the provider, then used by the browser. */

import type * as api from "@latchkey/api";
import { err, ok, type Result } from "../result.ts";
import { type ConsentAnswer, type ConsentLimits, parseConsentAnswer } from "./consent-answer.ts";
import type { Flow } from "./flow.ts";
import {
  verifyOpen,
  type InteractionFacts,
  type InteractionRejection,
  isExpired,
} from "./interaction-rejection.ts";
import type { ConsentRequest } from "./consent-request.ts";
import type { LoginAnswer, LoginQuestion } from "./login-answer.ts";
import { oidcContext, requestedDetails } from "./oidc-context.ts";
import { parseProviderError } from "./provider-error.ts";
import {
  anotherBrowser,
  expired,
  notAnswered,
  useAgain,
  type UseFacts,
  type VerifierUse,
} from "./verifier-use.ts";

/** A flow that has reached consent: the user is authenticated. */
export interface ConsentFlow extends Flow {
  readonly login: LoginQuestion & { readonly state: "used"; readonly answer: LoginAnswer };
  readonly consent: ConsentRequest;
}

/** Whether a flow has reached consent. */
export function isAtConsent(flow: Flow): flow is ConsentFlow {
  const { login, consent } = flow;
  return consent !== undefined && login.state === "used" && login.answer !== undefined;
}

/** The flow, if the consent provider may still read and answer it. */
export function verifyConsentOpen(
  flow: Flow,
  facts: InteractionFacts,
): Result<ConsentFlow, InteractionRejection> {
  if (!isAtConsent(flow)) return err({ reason: "not_asked" });
  const open = verifyOpen(flow, flow.consent.state, facts);
  return open.ok ? ok(flow) : open;
}

/** The flow with the acceptance of the consent provider, or the reason why it is rejected. */
export function acceptConsent(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
  limits: Omit<ConsentLimits, "request">,
): Result<Flow, InteractionRejection> {
  const open = verifyConsentOpen(flow, facts);
  if (!open.ok) return open;

  const answer = parseConsentAnswer(body, facts.now, { request: flow.request, ...limits });
  if (!answer.ok) return answer;
  const { skip } = open.value.consent;
  return ok({ ...flow, consent: { skip, state: "accepted", answer: answer.value } });
}

/** The flow with the rejection by the consent provider, or the reason why it is rejected. */
export function rejectConsent(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = verifyConsentOpen(flow, facts);
  if (!open.ok) return open;

  const error = parseProviderError(body);
  if (!error.ok) return error;
  const { skip } = open.value.consent;
  return ok({ ...flow, consent: { skip, state: "rejected", refusal: error.value } });
}

/** The browser returned from the consent provider with a verifier: the answer, and the flow in which it is marked as used. */
export function useConsent(flow: Flow, facts: UseFacts): VerifierUse<ConsentAnswer> {
  const { consent } = flow;
  if (consent === undefined || consent.state === "waiting") return notAnswered;
  if (consent.state === "used") {
    return useAgain(flow, { refusal: consent.refusal, continues: true }, facts);
  }
  if (isExpired(flow, facts)) return expired; // `ttl` covers login and consent together

  const used: Flow = { ...flow, consent: { skip: consent.skip, state: "used" } };
  if (consent.state === "rejected") {
    const { refusal } = consent;
    return {
      kind: "rejected",
      flow: { ...flow, consent: { skip: consent.skip, state: "used", refusal } },
      refusal,
    };
  }
  if (!facts.bound) return anotherBrowser;
  return { kind: "accepted", flow: used, answer: consent.answer };
}

/** The response to the consent provider, without the client, which the caller adds in its serialized form. */
export function describeConsentRequest(
  flow: ConsentFlow,
  {
    challenge,
    login_challenge,
    granted_before,
  }: {
    readonly challenge: string;
    readonly login_challenge: string;
    readonly granted_before?: api.ConsentRequest["granted_before"] | undefined;
  },
): Omit<api.ConsentRequest, "client"> {
  const { answer, sid } = flow.login;
  return {
    challenge,
    requested_scope: flow.request.scope,
    requested_access_token_audience: flow.request.audience,
    ...requestedDetails(flow),
    skip: flow.consent.skip,
    subject: answer.subject,
    oidc_context: oidcContext(flow),
    request_url: flow.request_url,
    redirect_uri: flow.request.redirect_uri,
    login_challenge,
    login_session_id: sid,
    acr: answer.acr ?? "",
    context: answer.context,
    ...(granted_before !== undefined && { granted_before }),
  };
}
