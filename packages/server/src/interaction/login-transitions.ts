/** The transitions of a login request: accepted or rejected by the provider, then used by the browser. */

import type * as api from "@latchkey/api";
import { ok, type Result } from "../result.ts";
import type { Flow } from "./flow.ts";
import {
  verifyOpen,
  type InteractionFacts,
  type InteractionRejection,
  isExpired,
} from "./interaction-rejection.ts";
import { type LoginAnswer, type LoginQuestion, parseLoginAnswer } from "./login-answer.ts";
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

/** The flow with the acceptance of the login provider, or the reason why it is rejected. */
export function acceptLogin(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = verifyOpen(flow, flow.login.state, facts);
  if (!open.ok) return open;

  const question = questionOf(flow.login);
  const answer = parseLoginAnswer(body, question, facts.now);
  if (!answer.ok) return answer;
  return ok({ ...flow, login: { ...question, state: "accepted", answer: answer.value } });
}

/** The flow with the rejection by the login provider, or the reason why it is rejected. */
export function rejectLogin(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = verifyOpen(flow, flow.login.state, facts);
  if (!open.ok) return open;

  const error = parseProviderError(body);
  if (!error.ok) return error;
  const login = { ...questionOf(flow.login), state: "rejected", refusal: error.value } as const;
  return ok({ ...flow, login });
}

/** The browser returned from the login provider with a verifier: the answer, and the flow in which it is marked as used. */
export function useLogin(flow: Flow, facts: UseFacts): VerifierUse<LoginAnswer> {
  const { login } = flow;
  if (login.state === "waiting") return notAnswered;
  if (login.state === "used") {
    const continues = flow.consent !== undefined && flow.consent.state !== "used";
    return useAgain(flow, { refusal: login.refusal, continues }, facts);
  }

  const question = questionOf(login);
  if (login.state === "rejected") {
    const { refusal } = login;
    const used = { ...question, state: "used", answer: undefined, refusal } as const;
    return { kind: "rejected", flow: { ...flow, login: used }, refusal };
  }
  if (isExpired(flow, facts)) return expired;
  if (!facts.bound) return anotherBrowser;
  const { answer } = login;
  return {
    kind: "accepted",
    flow: { ...flow, login: { ...question, state: "used", answer } },
    answer,
  };
}

/** The response to the login provider, without the client, which the caller adds in its serialized form. */
export function describeLoginRequest(
  flow: Flow,
  challenge: string,
): Omit<api.LoginRequest, "client"> {
  return {
    challenge,
    requested_scope: flow.request.scope,
    requested_access_token_audience: flow.request.audience,
    ...requestedDetails(flow),
    skip: flow.login.skip,
    subject: flow.login.subject,
    oidc_context: oidcContext(flow),
    request_url: flow.request_url,
    session_id: flow.login.sid,
  };
}

function questionOf({ skip, subject, sid, authenticated_at, acr }: LoginQuestion): LoginQuestion {
  return { skip, subject, sid, authenticated_at, ...(acr !== undefined && { acr }) };
}
