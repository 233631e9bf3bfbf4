import { statusOf, type OAuthError } from "../oauth/oauth-error.ts";
import type { Response } from "./endpoint.ts";

/** Headers of an answer, each under the spelling its RFC gives it, so that two writers cannot miss one another. */
export type Headers = Response["headers"];

/** RFC 6749 §5.1: what carries a token, or was asked with a secret, is kept by no cache. */
export const noStore: Headers = { "Cache-Control": "no-store", Pragma: "no-cache" };

const jsonType: Headers = { "Content-Type": "application/json; charset=utf-8" };
const tokenHeaders: Headers = { ...jsonType, ...noStore };
const noHeaders: Headers = {};

/** Answers a JSON document. */
export function json(status: number, value: unknown, headers?: Headers): Response {
  return jsonText(status, JSON.stringify(value), headers);
}

/** Answers a JSON document that was written before. */
export function jsonText(status: number, body: string, headers?: Headers): Response {
  return {
    status,
    headers: headers === undefined ? jsonType : { ...jsonType, ...headers },
    body,
  };
}

/** Answers a JSON document that no cache may keep, as the token endpoint must (RFC 6749 §5.1). */
export function tokenAnswer(value: unknown): Response {
  return { status: 200, headers: tokenHeaders, body: JSON.stringify(value) };
}

/** Answers 204: done, and nothing to say about it. */
export function noContent(headers: Headers = noHeaders): Response {
  return { status: 204, headers, body: "" };
}

/** Sends the browser elsewhere. What a redirect carries may be secret, so no cache keeps it. */
export function redirect(location: string, status: 301 | 302 | 303 | 307 = 302): Response {
  return { status, headers: { ...noStore, Location: location }, body: "" };
}

/** What an error answer depends on besides the error. */
export interface ErrorOptions {
  /** The setting `oauth2.expose_internal_errors`: whether `debug` travels. */
  readonly expose_internal_errors?: boolean;
  /** The request's Authorization header: a client that failed with Basic is asked for Basic again. */
  readonly authorization?: string | undefined;
  readonly headers?: Headers;
  /** Where to go so that all can yet be well. */
  readonly redirect_to?: string | undefined;
}

/** Answers a refusal under the status of its code. */
export function oauthError(error: OAuthError, options: ErrorOptions = {}): Response {
  return errorAnswer(statusOf(error.error), error, options);
}

/** Answers a refusal under a status of its own, where HTTP has a better one than the code's. */
export function errorAnswer(
  status: number,
  error: OAuthError,
  options: ErrorOptions = {},
): Response {
  const { error_description, debug, retry_after } = error;
  const { redirect_to } = options;
  const body = { error: error.error, error_description, status_code: status, redirect_to };
  const exposed = options.expose_internal_errors === true && debug !== undefined;
  return {
    status,
    headers: {
      ...tokenHeaders,
      ...challengeOf(error, options.authorization),
      ...(retry_after !== undefined && { "Retry-After": String(retry_after) }),
      ...options.headers,
    },
    body: JSON.stringify(exposed ? { ...body, debug } : body),
    note: { error },
  };
}

// RFC 6749 §5.2: the challenge matches the scheme the client used.
function challengeOf(error: OAuthError, authorization: string | undefined): Headers {
  if (error.error !== "invalid_client" || authorization === undefined) return noHeaders;
  return /^basic /i.test(authorization)
    ? { "WWW-Authenticate": 'Basic realm="Latchkey", charset="UTF-8"' }
    : noHeaders;
}
