import type { SentError } from "../interaction/provider-error.ts";
import { statusOf, type OAuthError } from "../oauth/oauth-error.ts";

/** A response as an endpoint returns it: plain data. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** A body that is no text, such as an image, in place of `body`. */
  readonly bytes?: Uint8Array;
  /** For metrics and the inspector. It is never sent. */
  readonly note?: ResponseNote;
}

/** Facts about a response that the response itself does not carry. */
export interface ResponseNote {
  /** The flow that the request belongs to, where the request does not name it. */
  readonly flow_id?: string;
  readonly client_id?: string | undefined;
  readonly subject?: string;
  /** The rule that decided, where the response is no error. */
  readonly rule?: string;
  readonly error?: SentError;
  /** The parameters of the request object or pushed request that the request refers to, not masked. */
  readonly parameters?: readonly (readonly [string, string])[];
  /** Where the response is delivered, if not by a redirect. */
  readonly redirect_uri?: string;
}

/** Headers of a response, spelled as in their RFCs, so that a later one with the same name replaces an earlier one. */
export type Headers = Response["headers"];

/** RFC 6749 §5.1: a response with a token, or to a request with a secret, must not be cached. */
export const noStore: Headers = { "Cache-Control": "no-store", Pragma: "no-cache" };

const jsonType: Headers = { "Content-Type": "application/json; charset=utf-8" };
const tokenHeaders: Headers = { ...jsonType, ...noStore };
const noHeaders: Headers = {};

/** A response with a JSON document. */
export function json(status: number, value: unknown, headers?: Headers): Response {
  return jsonText(status, JSON.stringify(value), headers);
}

/** A response with a JSON document that is serialized already. */
export function jsonText(status: number, body: string, headers?: Headers): Response {
  return {
    status,
    headers: headers === undefined ? jsonType : { ...jsonType, ...headers },
    body,
  };
}

/** A response with a JSON document that must not be cached, as of the token endpoint (RFC 6749 §5.1). */
export function tokenResponse(value: unknown): Response {
  return { status: 200, headers: tokenHeaders, body: JSON.stringify(value) };
}

/** A 204 response. */
export function noContent(headers: Headers = noHeaders): Response {
  return { status: 204, headers, body: "" };
}

/** A redirect. Its location may contain a secret, so it must not be cached. */
export function redirect(location: string, status: 301 | 302 | 303 | 307 = 302): Response {
  return { status, headers: { ...noStore, Location: location }, body: "" };
}

/** What an error response depends on besides the error. */
export interface ErrorOptions {
  /** The setting `oauth2.expose_internal_errors`: whether `debug` is sent. */
  readonly expose_internal_errors?: boolean;
  /** The request's Authorization header: a client that failed with Basic gets a Basic challenge. */
  readonly authorization?: string | undefined;
  readonly headers?: Headers;
  /** Where a browser can start again. */
  readonly redirect_to?: string | undefined;
  /** Whether `status_code` is sent, as Hydra does. True unless set: some specifications allow no more than their own fields. */
  readonly repeats_status?: boolean;
}

/** The JSON response to an error, with the status of its code. */
export function oauthError(error: OAuthError, options: ErrorOptions = {}): Response {
  return errorResponse(statusOf(error.error), error, options);
}

/** The same with another status, where HTTP has a more specific one than that of the code. */
export function errorResponse(
  status: number,
  error: OAuthError,
  options: ErrorOptions = {},
): Response {
  const { error_description, debug, retry_after } = error;
  const { redirect_to, repeats_status = true } = options;
  const status_code = repeats_status ? status : undefined;
  const body = { error: error.error, error_description, status_code, redirect_to };
  const isExposed = options.expose_internal_errors === true && debug !== undefined;
  return {
    status,
    headers: {
      ...tokenHeaders,
      ...challengeOf(error, options.authorization),
      ...(retry_after !== undefined && { "Retry-After": String(retry_after) }),
      ...options.headers,
    },
    body: JSON.stringify(isExposed ? { ...body, debug } : body),
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
