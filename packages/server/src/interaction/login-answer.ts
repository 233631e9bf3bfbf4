import { err, ok, type Result } from "../oauth/result.ts";
import type { InteractionRejection } from "./interaction-rejection.ts";
import { anything, flag, seconds, subject, text, texts } from "./json-kinds.ts";
import { readMembers } from "./json-members.ts";
import type { LoginQuestion } from "./login-request.ts";

/** Who it is, says the login provider. */
export interface LoginAnswer {
  readonly subject: string;
  readonly remember: boolean;
  /** Seconds; 0 until the browser closes. */
  readonly remember_for: number;
  /** The cookie lasts until the browser closes, whatever `remember_for` says. */
  readonly session_cookie?: true;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly force_subject_identifier?: string;
  /** Any JSON, for the consent provider. */
  readonly context: unknown;
  /** Unix seconds. */
  readonly authenticated_at: number;
}

/** Reads the provider's yes. A remembered person stays the one they were, and logged in when they did. */
export function parseLoginAnswer(
  body: unknown,
  question: LoginQuestion,
  now: number,
): Result<LoginAnswer, InteractionRejection> {
  const read = readMembers(body, members);
  if (!read.ok) return read;

  const { subject: person, acr, amr, force_subject_identifier } = read.value;
  if (!person) return err({ reason: "subject_missing" });
  if (question.subject !== "" && person !== question.subject) {
    return err({ reason: "subject_changed", remembered: question.subject });
  }
  return ok({
    subject: person,
    remember: question.skip || (read.value.remember ?? false),
    remember_for: read.value.remember_for ?? 0,
    ...(read.value.session_cookie && { session_cookie: true }),
    ...(acr && { acr }),
    ...(amr !== undefined && amr.length > 0 && { amr }),
    ...(force_subject_identifier && { force_subject_identifier }),
    context: read.value.context ?? {},
    authenticated_at: question.skip ? (question.authenticated_at ?? now) : now,
  });
}

const members = {
  subject,
  remember: flag,
  remember_for: seconds,
  session_cookie: flag,
  acr: text,
  amr: texts,
  force_subject_identifier: subject,
  context: anything,
} as const;
