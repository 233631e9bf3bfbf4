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
  /** Its cookie is set: for `max_age` seconds, or until the browser closes. */
  | {
      readonly kind: "remember";
      readonly session: LoginSession;
      readonly max_age: number | undefined;
    };

const DAY = 24 * 60 * 60;
const LONGEST = 400 * DAY; // RFC 6265bis §5.5: no browser keeps a cookie longer
const UNSAID = 30 * DAY;

/** The session a login begins. `remember_for` 0 lasts until the browser closes, and less than 0 as long as is usual. */
export function rememberLogin(
  sid: string,
  { subject, remember_for, authenticated_at }: LoginAnswer,
  now: number,
): SessionChange {
  const seconds = remember_for > 0 ? Math.min(remember_for, LONGEST) : UNSAID;
  return {
    kind: "remember",
    session: { sid, subject, authenticated_at, expires_at: now + seconds },
    max_age: remember_for === 0 ? undefined : seconds,
  };
}
