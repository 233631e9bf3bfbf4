import { acceptLoginRequest, read } from "@latchkey/api";
import { err, ok, type Result } from "../result.ts";
import { type InteractionRejection, rejectBody } from "./interaction-rejection.ts";

/** What the login provider is asked. */
export interface LoginQuestion {
  /** The user has a remembered session and need not sign in. */
  readonly skip: boolean;
  /** The user of that session; empty unless `skip`. */
  readonly subject: string;
  /** The id of the login session: the remembered one, or a new one. Becomes `sid`. */
  readonly sid: string;
  /** Unix seconds: when the user of the remembered session last authenticated. */
  readonly authenticated_at: number | undefined;
  /** The authentication level of that session, where the client asked for one. */
  readonly acr?: string;
}

/** The acceptance of the login provider: who signed in. */
export interface LoginAnswer {
  readonly subject: string;
  readonly remember: boolean;
  /** Seconds; 0 means until the browser closes. */
  readonly remember_for: number;
  /** The cookie lasts until the browser closes, regardless of `remember_for`. */
  readonly session_cookie?: true;
  /** The session of the browser that the login continues, in place of a new one. Only without `skip`. */
  readonly continues?: string;
  /** The previous session of the browser stays valid. */
  readonly keep_session?: true;
  /** The remembered session lasts for `remember_for` from now on. Only with `skip`. */
  readonly extend_session_lifespan?: true;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly force_subject_identifier?: string;
  /** Any JSON, for the consent provider. */
  readonly context: unknown;
  /** Unix seconds. */
  readonly authenticated_at: number;
}

/** Reads the body. With `skip`, the subject and the time of authentication are those of the remembered session. */
export function parseLoginAnswer(
  body: unknown,
  question: LoginQuestion,
  now: number,
): Result<LoginAnswer, InteractionRejection> {
  const answer = read(acceptLoginRequest, body ?? {});
  if (!answer.ok) {
    const { field, aspect } = answer.error;
    const lacksSubject = field === "subject" && aspect === "missing";
    return lacksSubject ? err({ reason: "subject_missing" }) : rejectBody(answer.error);
  }
  const { subject, remember, remember_for, amr, force_subject_identifier } = answer.value;
  const { extend_session_lifespan, session_id, keep_session } = answer.value;
  const acr = answer.value.acr || question.acr;
  if (subject === "") return err({ reason: "subject_missing" });
  if (question.subject !== "" && subject !== question.subject) {
    return err({ reason: "subject_changed" });
  }
  return ok({
    subject,
    remember: question.skip || (remember ?? false),
    remember_for: remember_for ?? 0,
    ...(answer.value.session_cookie && { session_cookie: true }),
    ...(!question.skip && session_id && { continues: session_id }),
    ...(keep_session && { keep_session }),
    ...(question.skip && extend_session_lifespan && { extend_session_lifespan }),
    ...(acr && { acr }),
    ...(amr !== undefined && amr.length > 0 && { amr }),
    ...(force_subject_identifier && { force_subject_identifier }),
    context: answer.value.context ?? {},
    authenticated_at: question.skip ? (question.authenticated_at ?? now) : now,
  });
}
