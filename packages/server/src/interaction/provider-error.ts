/** RFC 6749 §4.1.2.1: the error with which a login or consent provider rejects a request. */

import { read, rejectRequest } from "@latchkey/api";
import { ok, type Result } from "../result.ts";
import { type InteractionRejection, rejectBody } from "./interaction-rejection.ts";

/** The error of a provider that rejected the request, as the client will get it. Flows store it as `refusal`. */
export interface ProviderError {
  readonly error: string;
  readonly error_description: string;
  readonly status_code: number;
  /** `error_debug` of the provider, for operators only. */
  readonly debug?: string;
}

/** An error that the client is sent, of this server or of a provider, whose code may be any. */
export interface SentError {
  readonly error: string;
  readonly error_description: string;
  readonly debug?: string;
  /** The name of its cause in the code, for the inspector. It is not sent. */
  readonly reason?: string;
}

/** Reads the body. Without an `error` it is `access_denied`. */
export function parseProviderError(body: unknown): Result<ProviderError, InteractionRejection> {
  const reasons = read(rejectRequest, body ?? {});
  if (!reasons.ok) return rejectBody(reasons.error);

  const { error, error_description, error_hint, error_debug, status_code } = reasons.value;
  const description = [error_description, error_hint].filter(Boolean).join(" ");
  return ok({
    error: error || "access_denied", // RFC 6749 §4.1.2.1
    error_description:
      withoutQuotes(description) || (error ? "" : "The user or the login app denied the request."),
    status_code: status_code || 400,
    ...(error_debug && { debug: error_debug }),
  });
}

/** RFC 6749 §4.1.2.1 allows no quotes and backslashes. Its limit to ASCII is not enforced: descriptions may be in any language. */
function withoutQuotes(description: string): string {
  return description.replaceAll('"', "'").replaceAll(/[\p{Cc}\\]/gu, " ");
}
