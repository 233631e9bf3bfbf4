import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Flow } from "./flow.ts";
import type { LoginAnswer } from "./login-answer.ts";
import {
  type LoginSession,
  rememberLogin,
  rememberVisit,
  type SessionChange,
} from "./login-session.ts";
import { wantsFreshLogin } from "./next-step.ts";

/** What is known when the login provider's yes has been used. */
export interface AfterLoginFacts {
  readonly flow: Flow;
  readonly answer: LoginAnswer;
  /** The `sub` that the client knows the person under. */
  readonly id_token_subject: string;
  /** The session behind the browser's cookie, which may be another's. */
  readonly session: LoginSession | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Whether the login is the one the client asked for. Either way the session changes as told. */
export type AfterLoginDecision =
  | { readonly kind: "proceed"; readonly session: SessionChange }
  | { readonly kind: "refuse"; readonly error: OAuthError; readonly session: SessionChange };

/** Holds a login against the request it answers: its `prompt`, its `max_age`, its `id_token_hint`. */
export function decideAfterLogin(facts: AfterLoginFacts): AfterLoginDecision {
  const { flow, answer, session, now } = facts;
  const { skip, sid } = flow.login;

  // Somebody logged out, or in as another, since: whatever the browser remembers now is not this flow's to change.
  if (skip && session?.sid !== sid) {
    const error = loginRequired("The session that was to be remembered has ended.");
    return { kind: "refuse", error, session: { kind: "keep" } };
  }
  const error = inconsistency(facts) ?? objection(facts);
  // A login that is not what was asked for must not linger in the browser and answer the next request.
  const forgotten = { kind: "forget", sid: skip ? sid : session?.sid } as const;
  if (error !== undefined) return { kind: "refuse", error, session: forgotten };

  if (skip) return { kind: "proceed", session: { kind: "keep" } }; // a visit does not make a session last longer
  const begun = { sid, answer, replaces: session?.sid, now };
  if (answer.remember) return { kind: "proceed", session: rememberLogin(begun) };
  // A page of ours that asked who is there has no other way to know it.
  if (flow.return_to !== undefined) return { kind: "proceed", session: rememberVisit(begun) };
  return { kind: "proceed", session: forgotten };
}

/** A remembered login that became another one: accepting it does not allow for this, so it is our mistake. */
function inconsistency({ flow, answer }: AfterLoginFacts): OAuthError | undefined {
  const { skip, subject } = flow.login;
  if (!skip || (answer.remember && answer.subject === subject)) return undefined;
  return {
    error: "server_error",
    error_description: "The remembered login does not fit the answer of the login provider.",
  };
}

/** OpenID Connect Core §3.1.2.1, §3.1.2.6: what keeps the login from being the one that was asked for. */
function objection({ flow, answer, id_token_subject }: AfterLoginFacts): OAuthError | undefined {
  const { request, requested_at, hint } = flow;
  const { authenticated_at } = answer;
  if (request.max_age !== undefined && authenticated_at + request.max_age < requested_at) {
    return loginRequired("The login is older than max_age allows.");
  }
  if (request.prompt.includes("none") && authenticated_at > requested_at) {
    return loginRequired("The person logged in, which prompt=none does not allow.");
  }
  if (wantsFreshLogin(request) && authenticated_at < requested_at) {
    return loginRequired("The person did not log in again, as the request demands.");
  }
  if (hint !== undefined && hint["sub"] !== id_token_subject) {
    return loginRequired("Another person logged in than the id_token_hint names.");
  }
  return undefined;
}

function loginRequired(error_description: string): OAuthError {
  return { error: "login_required", error_description };
}
