/** Login sessions: the browsers in which a user stays signed in. */

import type { LoginAnswer } from "./login-answer.ts";

/** The session of a user in a browser. Its id is the `sid` of ID tokens. */
export interface LoginSession {
  readonly sid: string;
  readonly subject: string;
  /** Unix seconds, as is `expires_at`. */
  readonly authenticated_at: number;
  readonly expires_at: number;
  /** The authentication level of the login, if the login provider named one. */
  readonly acr?: string;
}

/** A change of the browser's login session. */
export type SessionChange =
  | { readonly kind: "keep" }
  /** The session expires at another time, if it still exists, and the cookie is set as for `remember`. */
  | {
      readonly kind: "extend";
      readonly sid: string;
      readonly expires_at: number;
      readonly max_age: number | undefined;
    }
  /** The cookie is set to another session of the browser, which exists. That of the cookie stays. */
  | { readonly kind: "switch"; readonly sid: string; readonly max_age: number | undefined }
  /** The cookie is deleted, and so is its session, if there is one. */
  | { readonly kind: "forget"; readonly sid: string | undefined }
  /** The cookie is set: for `max_age` seconds, or until the browser closes. The session `replaces` ends. */
  | {
      readonly kind: "remember";
      readonly session: LoginSession;
      readonly max_age: number | undefined;
      readonly replaces: string | undefined;
    };

const DAY = 24 * 60 * 60;
const MAX_LIFETIME = 400 * DAY; // RFC 6265bis §5.5: browsers limit cookies to this
const DEFAULT_LIFETIME = 30 * DAY;

/** Whether the cookie of a login persists when the browser closes. */
export function isPersistent({ remember, remember_for, session_cookie }: LoginAnswer): boolean {
  return remember && remember_for !== 0 && !session_cookie;
}

/** The parts of a new session. */
interface NewSession {
  readonly sid: string;
  readonly answer: LoginAnswer;
  /** The previous session of the browser. */
  readonly replaces: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** The session of a login. */
export function rememberLogin({ sid, answer, replaces, now }: NewSession): SessionChange {
  const { expires_at, max_age } = lifetimeOf(answer, now);
  return {
    kind: "remember",
    session: { ...sessionOf(sid, answer), expires_at },
    max_age,
    replaces,
  };
}

/** The session of a login that was skipped: everything but its end stays. */
export function extendSession(sid: string, answer: LoginAnswer, now: number): SessionChange {
  return { kind: "extend", sid, ...lifetimeOf(answer, now) };
}

/** A `remember_for` of 0 lasts until the browser closes, and a negative one for the default time. */
function lifetimeOf(
  answer: LoginAnswer,
  now: number,
): { readonly expires_at: number; readonly max_age: number | undefined } {
  const { remember_for } = answer;
  const seconds = remember_for > 0 ? Math.min(remember_for, MAX_LIFETIME) : DEFAULT_LIFETIME;
  return { expires_at: now + seconds, max_age: isPersistent(answer) ? seconds : undefined };
}

/** Seconds. */
const PAGE_SESSION_LIFETIME = 3_600;

/** The short session of a login that a page of this server requested, when the login provider does not remember the user. */
export function rememberForPage({ sid, answer, replaces, now }: NewSession): SessionChange {
  const session = { ...sessionOf(sid, answer), expires_at: now + PAGE_SESSION_LIFETIME };
  return { kind: "remember", session, max_age: undefined, replaces };
}

function sessionOf(
  sid: string,
  { subject, authenticated_at, acr }: LoginAnswer,
): Omit<LoginSession, "expires_at"> {
  return { sid, subject, authenticated_at, ...(acr !== undefined && { acr }) };
}
