import type { LoginAnswer } from "./login-answer.ts";

/** A browser that is remembered: who signed in there, and when. Its id is the `sid` of ID tokens. */
export interface LoginSession {
  readonly sid: string;
  readonly subject: string;
  /** Unix seconds, as is `expires_at`. */
  readonly authenticated_at: number;
  readonly expires_at: number;
}

/** What becomes of the browser's login session. */
export type SessionChange =
  | { readonly kind: "keep" }
  /** Its cookie goes, and with it the session it pointed to, if there was one. */
  | { readonly kind: "forget"; readonly sid: string | undefined }
  /** Its cookie is set: for `max_age` seconds, or until the browser closes. The session `replaces` ends. */
  | {
      readonly kind: "remember";
      readonly session: LoginSession;
      readonly max_age: number | undefined;
      readonly replaces: string | undefined;
    };

const DAY = 24 * 60 * 60;
const LONGEST = 400 * DAY; // RFC 6265bis §5.5: no browser keeps a cookie longer
const UNSAID = 30 * DAY;

/** Whether the cookie of a login outlasts the browser. */
export function outlastsBrowser({ remember, remember_for, session_cookie }: LoginAnswer): boolean {
  return remember && remember_for !== 0 && !session_cookie;
}

/** What a login session is made of. */
interface NewSession {
  readonly sid: string;
  readonly answer: LoginAnswer;
  /** The session that the browser had until now. */
  readonly replaces: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** The session a login begins. `remember_for` 0 lasts until the browser closes, and less than 0 for the default time. */
export function rememberLogin({ sid, answer, replaces, now }: NewSession): SessionChange {
  const { subject, remember_for, authenticated_at } = answer;
  const seconds = remember_for > 0 ? Math.min(remember_for, LONGEST) : UNSAID;
  return {
    kind: "remember",
    session: { sid, subject, authenticated_at, expires_at: now + seconds },
    max_age: outlastsBrowser(answer) ? seconds : undefined,
    replaces,
  };
}

/** How long a page of ours knows who is there when the login provider does not remember them. Seconds. */
const VISIT = 3_600;

/** The session of a login that only a page of ours needs: until the browser closes, and not for long. */
export function rememberVisit({ sid, answer, replaces, now }: NewSession): SessionChange {
  const { subject, authenticated_at } = answer;
  const session = { sid, subject, authenticated_at, expires_at: now + VISIT };
  return { kind: "remember", session, max_age: undefined, replaces };
}
