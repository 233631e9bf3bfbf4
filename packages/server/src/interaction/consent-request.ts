import type * as api from "@latchkey/api";
import { err, ok, type Result } from "../oauth/result.ts";
import { type ConsentAnswer, parseConsentAnswer } from "./consent-answer.ts";
import type { Flow } from "./flow.ts";
import {
  checkOpen,
  type InteractionFacts,
  type InteractionRejection,
  isOver,
} from "./interaction-rejection.ts";
import type { LoginAnswer } from "./login-answer.ts";
import type { LoginQuestion } from "./login-request.ts";
import { oidcContext } from "./oidc-context.ts";
import { parseRefusal, type Refusal, type ToldRefusal } from "./refusal.ts";
import { notBound, tooLate, unanswered, type Use, useAgain, type UseFacts } from "./use.ts";

/**
 * What the consent provider is asked, and what it answers.
 *
 *   waiting ──accept──▶ accepted ──use──▶ used
 *      └─────reject───▶ rejected ──use──▶ used
 *
 * Until the browser has used it an answer may be given again, and the last one counts.
 */
export type ConsentRequest = ConsentQuestion &
  (
    | { readonly state: "waiting" }
    | { readonly state: "accepted"; readonly answer: ConsentAnswer }
    | { readonly state: "rejected"; readonly refusal: Refusal }
    | {
        readonly state: "used";
        /** What the client was told, if nothing was granted. */
        readonly refusal?: ToldRefusal;
      }
  );

interface ConsentQuestion {
  /** An earlier consent covers this request. */
  readonly skip: boolean;
}

/** A flow that got as far as consent: it is known who the person is. */
export interface ConsentFlow extends Flow {
  readonly login: LoginQuestion & { readonly state: "used"; readonly answer: LoginAnswer };
  readonly consent: ConsentRequest;
}

/** Whether a flow got as far as consent. */
export function isAtConsent(flow: Flow): flow is ConsentFlow {
  const { login, consent } = flow;
  return consent !== undefined && login.state === "used" && login.answer !== undefined;
}

/** The flow, if the consent provider may still look at it and answer. */
export function checkConsentOpen(
  flow: Flow,
  facts: InteractionFacts,
): Result<ConsentFlow, InteractionRejection> {
  if (!isAtConsent(flow)) return err({ reason: "not_asked" });
  const open = checkOpen(flow, flow.consent.state, facts);
  return open.ok ? ok(flow) : open;
}

/** The flow with the provider's yes, or the reason why it is not taken. */
export function acceptConsent(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = checkConsentOpen(flow, facts);
  if (!open.ok) return open;

  const answer = parseConsentAnswer(body, facts.now);
  if (!answer.ok) return answer;
  const { skip } = open.value.consent;
  return ok({ ...flow, consent: { skip, state: "accepted", answer: answer.value } });
}

/** The flow with the provider's no, or the reason why it is not taken. */
export function rejectConsent(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = checkConsentOpen(flow, facts);
  if (!open.ok) return open;

  const refusal = parseRefusal(body);
  if (!refusal.ok) return refusal;
  const { skip } = open.value.consent;
  return ok({ ...flow, consent: { skip, state: "rejected", refusal: refusal.value } });
}

/** The browser is back from the consent provider: what it says there, and the flow in which that has been used. */
export function useConsent(flow: Flow, facts: UseFacts): Use<ConsentAnswer> {
  const { consent } = flow;
  if (consent === undefined || consent.state === "waiting") return unanswered;
  if (consent.state === "used") {
    return useAgain(flow, { refusal: consent.refusal, goes_on: true }, facts);
  }
  if (isOver(flow, facts)) return tooLate; // login and consent share one time limit

  const used: Flow = { ...flow, consent: { skip: consent.skip, state: "used" } };
  if (consent.state === "rejected") {
    const { refusal } = consent;
    return {
      kind: "refused",
      flow: { ...flow, consent: { skip: consent.skip, state: "used", refusal } },
      refusal,
    };
  }
  if (!facts.bound) return notBound;
  return { kind: "accepted", flow: used, answer: consent.answer };
}

/** A consent request as the provider reads it, but for the client: that one is written already. */
export function describeConsentRequest(
  flow: ConsentFlow,
  { challenge, login_challenge }: { readonly challenge: string; readonly login_challenge: string },
): Omit<api.ConsentRequest, "client"> {
  const { answer, sid } = flow.login;
  return {
    challenge,
    requested_scope: flow.request.scope,
    requested_access_token_audience: flow.request.audience,
    skip: flow.consent.skip,
    subject: answer.subject,
    oidc_context: oidcContext(flow),
    request_url: flow.request_url,
    login_challenge,
    login_session_id: sid,
    acr: answer.acr ?? "",
    context: answer.context,
  };
}
