import type * as api from "@latchkey/api";
import { ok, type Result } from "../oauth/result.ts";
import type { Flow } from "./flow.ts";
import {
  checkOpen,
  type InteractionFacts,
  type InteractionRejection,
  isOver,
} from "./interaction-rejection.ts";
import { type LoginAnswer, parseLoginAnswer } from "./login-answer.ts";
import { oidcContext } from "./oidc-context.ts";
import { parseRefusal, type Refusal, type ToldRefusal } from "./refusal.ts";
import { notBound, tooLate, unanswered, type Use, useAgain, type UseFacts } from "./use.ts";

/**
 * What the login provider is asked, and what it answers.
 *
 *   waiting ──accept──▶ accepted ──use──▶ used
 *      └─────reject───▶ rejected ──use──▶ used
 *
 * Until the browser has used it an answer may be given again, and the last one counts: people press buttons twice.
 */
export type LoginRequest = LoginQuestion &
  (
    | { readonly state: "waiting" }
    | { readonly state: "accepted"; readonly answer: LoginAnswer }
    | { readonly state: "rejected"; readonly refusal: Refusal }
    | {
        readonly state: "used";
        readonly answer: LoginAnswer | undefined;
        /** What the client was told, if the step ended there. */
        readonly refusal?: ToldRefusal;
      }
  );

export interface LoginQuestion {
  /** A remembered session knows the person already. */
  readonly skip: boolean;
  /** Whom it knows; empty unless `skip`. */
  readonly subject: string;
  /** The id of the login session: the remembered one's, or a new one. Becomes `sid`. */
  readonly sid: string;
  /** Unix seconds: when the remembered person last proved who they are. */
  readonly authenticated_at: number | undefined;
}

/** The flow with the provider's yes, or the reason why it is not taken. */
export function acceptLogin(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = checkOpen(flow, flow.login.state, facts);
  if (!open.ok) return open;

  const question = questionOf(flow.login);
  const answer = parseLoginAnswer(body, question, facts.now);
  if (!answer.ok) return answer;
  return ok({ ...flow, login: { ...question, state: "accepted", answer: answer.value } });
}

/** The flow with the provider's no, or the reason why it is not taken. */
export function rejectLogin(
  flow: Flow,
  body: unknown,
  facts: InteractionFacts,
): Result<Flow, InteractionRejection> {
  const open = checkOpen(flow, flow.login.state, facts);
  if (!open.ok) return open;

  const refusal = parseRefusal(body);
  if (!refusal.ok) return refusal;
  const login = { ...questionOf(flow.login), state: "rejected", refusal: refusal.value } as const;
  return ok({ ...flow, login });
}

/** The browser is back from the login provider: what it says there, and the flow in which that has been used. */
export function useLogin(flow: Flow, facts: UseFacts): Use<LoginAnswer> {
  const { login } = flow;
  if (login.state === "waiting") return unanswered;
  if (login.state === "used") {
    const goes_on = flow.consent !== undefined && flow.consent.state !== "used";
    return useAgain(flow, { refusal: login.refusal, goes_on }, facts);
  }

  const question = questionOf(login);
  if (login.state === "rejected") {
    const { refusal } = login;
    const used = { ...question, state: "used", answer: undefined, refusal } as const;
    return { kind: "refused", flow: { ...flow, login: used }, refusal };
  }
  if (isOver(flow, facts)) return tooLate;
  if (!facts.bound) return notBound;
  const { answer } = login;
  return {
    kind: "accepted",
    flow: { ...flow, login: { ...question, state: "used", answer } },
    answer,
  };
}

/** A login request as the provider reads it, but for the client: that one is written already. */
export function describeLoginRequest(
  flow: Flow,
  challenge: string,
): Omit<api.LoginRequest, "client"> {
  return {
    challenge,
    requested_scope: flow.request.scope,
    requested_access_token_audience: flow.request.audience,
    skip: flow.login.skip,
    subject: flow.login.subject,
    oidc_context: oidcContext(flow),
    request_url: flow.request_url,
    session_id: flow.login.sid,
  };
}

function questionOf({ skip, subject, sid, authenticated_at }: LoginQuestion): LoginQuestion {
  return { skip, subject, sid, authenticated_at };
}
