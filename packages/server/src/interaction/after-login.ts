/** OpenID Connect Core §3.1.2.1, §3.1.2.6: what follows from an accepted login request. */

import { requestedSubjects } from "../oauth/claims-parameter.ts";
import { acrUnmet, meetsAcr } from "../oauth/authentication-requirements.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Flow } from "./flow.ts";
import type { LoginAnswer } from "./login-answer.ts";
import {
  extendSession,
  isPersistent,
  type LoginSession,
  rememberLogin,
  rememberForPage,
  type SessionChange,
} from "./login-session.ts";
import { requiresFreshLogin } from "./next-step.ts";

/** The accepted login, and the session of the browser. */
export interface AfterLoginFacts {
  readonly flow: Flow;
  readonly answer: LoginAnswer;
  /** The `sub` of the user for the client. */
  readonly id_token_subject: string;
  /** The session of the browser's cookie, which may belong to another user. */
  readonly session: LoginSession | undefined;
  /** The session that the login continues, if there is such a one still. */
  readonly continued?: LoginSession | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** A flow whose login was accepted. */
interface AcceptedFlow {
  readonly flow: Flow;
  readonly answer: LoginAnswer;
}

/** The same with the login of a session that it continues: as old as that, and of its level unless the login app names another. */
export function continueSession(
  { flow, answer }: AcceptedFlow,
  { sid, authenticated_at, acr }: LoginSession,
): AcceptedFlow {
  // A level that the login app named is one that the session meets, too.
  const continued = { ...(acr !== undefined && { acr }), ...answer, authenticated_at };
  const { login } = flow;
  if (login.state !== "used") throw new Error("A login is continued that was not used.");
  return {
    flow: { ...flow, login: { ...login, sid, authenticated_at, answer: continued } },
    answer: continued,
  };
}

/** Whether the login meets the request. In both cases the session of the browser changes as `session` says. */
export type AfterLoginDecision =
  | { readonly kind: "proceed"; readonly session: SessionChange }
  | { readonly kind: "reject"; readonly error: OAuthError; readonly session: SessionChange };

/** Checks a login against the `prompt`, `max_age` and `id_token_hint` of the request. */
export function decideAfterLogin(facts: AfterLoginFacts): AfterLoginDecision {
  const { flow, answer, session, now } = facts;
  const { skip, sid } = flow.login;

  // The user signed out or another user signed in meanwhile: this flow must not change the new session.
  if (skip && session?.sid !== sid) {
    const error = loginRequired("The session has ended. The user must sign in again.");
    return { kind: "reject", error, session: { kind: "keep" } };
  }
  // The session, if there is one, is as good as before: only this client requires more of it.
  if (!meetsAcr(flow.request.required_acr, answer.acr)) {
    return { kind: "reject", error: acrUnmet, session: { kind: "keep" } };
  }
  if (answer.continues !== undefined) return decideContinued(facts);
  const error = verifySkippedLogin(facts) ?? verifyRequested(facts);
  // A login that does not meet the request must not stay in the browser, where it would answer the next request.
  const forgotten = { kind: "forget", sid: skip ? sid : session?.sid } as const;
  if (error !== undefined) return { kind: "reject", error, session: forgotten };

  if (skip) return { kind: "proceed", session: afterVisit(sid, answer, now) };
  const begun = { sid, answer, replaces: answer.keep_session ? undefined : session?.sid, now };
  if (answer.remember) return { kind: "proceed", session: rememberLogin(begun) };
  // A page of this server that asked for the login learns the user from the session only.
  if (flow.purpose.kind === "sign_in") return { kind: "proceed", session: rememberForPage(begun) };
  return { kind: "proceed", session: forgotten };
}

/** The browser changes to another session of its own. The one that it has is as good as before, whatever comes of this. */
function decideContinued(facts: AfterLoginFacts): AfterLoginDecision {
  const { answer, continued, now } = facts;
  const isThere = continued?.subject === answer.subject;
  const error = isThere
    ? verifyRequested(facts)
    : loginRequired("The session that the login continues has ended. The user must sign in again.");
  if (error !== undefined || continued === undefined)
    return { kind: "reject", error: error ?? acrUnmet, session: { kind: "keep" } };
  const { sid, expires_at } = continued;
  const max_age = isPersistent(answer) ? expires_at - now : undefined;
  return { kind: "proceed", session: { kind: "switch", sid, max_age } };
}

/** Using a session does not extend it, unless the login provider says so. */
function afterVisit(sid: string, answer: LoginAnswer, now: number): SessionChange {
  return answer.extend_session_lifespan ? extendSession(sid, answer, now) : { kind: "keep" };
}

/** `parseLoginAnswer` ensures that a skipped login stays the same, so a difference here is a bug. */
function verifySkippedLogin({ flow, answer }: AfterLoginFacts): OAuthError | undefined {
  const { skip, subject } = flow.login;
  if (!skip || (answer.remember && answer.subject === subject)) return undefined;
  return {
    error: "server_error",
    error_description: "The answer of the login app differs from the remembered session.",
  };
}

function verifyRequested({
  flow,
  answer,
  id_token_subject,
}: AfterLoginFacts): OAuthError | undefined {
  const { request, requested_at, hint } = flow;
  const { authenticated_at } = answer;
  if (request.max_age !== undefined && authenticated_at + request.max_age < requested_at) {
    return loginRequired("The user last signed in longer ago than max_age allows.");
  }
  if (request.prompt.includes("none") && authenticated_at > requested_at) {
    return loginRequired(
      "The user signed in during the request, which prompt=none does not allow.",
    );
  }
  if (requiresFreshLogin(request) && authenticated_at < requested_at) {
    return loginRequired("The user did not sign in again, as prompt=login or max_age=0 requires.");
  }
  if (hint !== undefined && hint["sub"] !== id_token_subject) {
    return loginRequired("The user who signed in is not the one of the id_token_hint.");
  }
  const subjects = requestedSubjects(request.claims); // Core §5.5.1: never the tokens of another user.
  if (subjects.length > 0 && !subjects.includes(id_token_subject)) {
    return loginRequired("The user who signed in is not the one of the requested claim sub.");
  }
  return undefined;
}

function loginRequired(error_description: string): OAuthError {
  return { error: "login_required", error_description };
}
