/** RFC 6749 §4.1.2.1: the refusal of a login or consent provider, and the error that the client gets. */

import { ok, type Result } from "../oauth/result.ts";
import type { InteractionRejection } from "./interaction-rejection.ts";
import { errorCode, errorStatus, text } from "./json-kinds.ts";
import { readMembers } from "./json-members.ts";

/** The refusal of a provider, as the client will get it. */
export interface Refusal {
  readonly error: string;
  readonly error_description: string;
  readonly status_code: number;
  /** `error_debug` of the provider, for operators only. */
  readonly debug?: string;
}

/** An error that the client was sent, from this server or from a provider. */
export interface SentRefusal {
  readonly error: string;
  readonly error_description: string;
  readonly debug?: string;
  readonly reason?: string;
}

/** Reads the body. Without an `error` it is `access_denied`. */
export function parseRefusal(body: unknown): Result<Refusal, InteractionRejection> {
  const read = readMembers(body, members);
  if (!read.ok) return read;

  const { error, error_description, error_hint, error_debug, status_code } = read.value;
  const description = [error_description, error_hint].filter(Boolean).join(" ");
  return ok({
    error: error || "access_denied", // RFC 6749 §4.1.2.1
    error_description:
      withoutQuotes(description) || (error ? "" : "The user or the login app denied the request."),
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

/** RFC 6749 §4.1.2.1 allows no quotes and backslashes. Its limit to ASCII is not enforced: descriptions may be in any language. */
function withoutQuotes(description: string): string {
  return description.replaceAll('"', "'").replaceAll(/[\p{Cc}\\]/gu, " ");
}
