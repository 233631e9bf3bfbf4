import { ok, type Result } from "../oauth/result.ts";
import type { InteractionRejection } from "./interaction-rejection.ts";
import { errorCode, errorStatus, text } from "./json-kinds.ts";
import { readMembers } from "./json-members.ts";

/** A provider's no, as the client will hear it. */
export interface Refusal {
  readonly error: string;
  readonly error_description: string;
  readonly status_code: number;
  /** For an operator's eyes: `error_debug` of the provider. */
  readonly debug?: string;
}

/** A refusal that the client was sent, ours or a provider's. */
export interface ToldRefusal {
  readonly error: string;
  readonly error_description: string;
  readonly debug?: string;
  readonly reason?: string;
}

/** Reads a provider's reasons. One that gives none says `access_denied`. */
export function parseRefusal(body: unknown): Result<Refusal, InteractionRejection> {
  const read = readMembers(body, members);
  if (!read.ok) return read;

  const { error, error_description, error_hint, error_debug, status_code } = read.value;
  const description = [error_description, error_hint].filter(Boolean).join(" ");
  return ok({
    error: error || "access_denied", // RFC 6749 §4.1.2.1
    error_description:
      writable(description) || (error ? "" : "The person or their provider denied the request."),
    status_code: status_code || 400,
    ...(error_debug && { debug: error_debug }),
  });
}

const members = {
  error: errorCode,
  error_description: text,
  error_hint: text,
  error_debug: text,
  status_code: errorStatus,
} as const;

/** RFC 6749 §4.1.2.1 knows no quotes or backslashes. On its ASCII we do not insist: not everybody writes English. */
function writable(description: string): string {
  return description.replaceAll('"', "'").replaceAll(/[\p{Cc}\\]/gu, " ");
}
