import type { Received } from "./received.ts";
import { findRequestId } from "./request-id.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { Settings } from "./settings.ts";
import { ConnectionError, RequestTimeoutError } from "./transport-errors.ts";

/** Sends one request and reads the whole response. The timeout covers both. */
export async function send(
  path: string,
  body: object,
  settings: Settings,
  signal?: AbortSignal,
): Promise<Received> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  try {
    const response = await settings.fetch(settings.baseUrl + path, {
      method: "POST",
      headers: headersOf(settings),
      body: JSON.stringify(body),
      redirect: settings.redirect,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return receive(response, await response.text(), settings);
  } catch (failure) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line preserve-caught-error -- Errors of fetch may reference the request and its secrets.
    throw timeout.aborted ? new RequestTimeoutError() : new ConnectionError(failure);
  }
}

function headersOf({ authorization, serviceVersion, userAgent }: Settings): Record<string, string> {
  return {
    accept: "application/json",
    authorization: authorization.reveal(),
    "content-type": "application/json",
    "service-version": serviceVersion,
    "user-agent": userAgent,
  };
}

function receive({ ok, status, headers }: Response, text: string, settings: Settings): Received {
  const body = parseJson(text);
  const requestId = findRequestId(body, headers, settings.requestIdHeaders);
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), Date.now());
  return { ok, status, requestId, retryAfterMs, body };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The parser's own error quotes the body.
  }
}
