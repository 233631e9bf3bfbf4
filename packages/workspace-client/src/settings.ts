import { parseBaseUrl } from "./base-url.ts";
import { basic } from "./basic.ts";
import { createLog, levels, type Logger } from "./log.ts";
import type { WorkspaceClientOptions } from "./options.ts";
import { chooseRedirectMode } from "./redirect-mode.ts";
import { defaultRequestIdHeaders } from "./request-id.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry-policy.ts";
import { reveal, type Secret } from "./secret.ts";

/** The options of a client, checked and complete. */
export interface Settings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly authorization: Secret;
  readonly serviceVersion: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy | undefined;
  readonly requestIdHeaders: readonly string[];
  readonly redirect: "error" | "manual";
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly log: Logger;
}

/** Checks what a client was given. Throws a TypeError that names the option and never its value. */
export function readOptions(options: WorkspaceClientOptions): Settings {
  const { clientId, clientSecret, logger, logLevel = "warn", timeoutMs = 60_000 } = options;
  // RFC 7617 §2: the first colon ends the id.
  check(/^[^:]+$/.test(clientId ?? ""), "clientId must be without colons, and not empty.");
  check(levels.includes(logLevel), "logLevel must be debug, info, warn or error.");
  check(isWhole(timeoutMs) && timeoutMs > 0, "timeoutMs must be a whole number above zero.");

  return {
    baseUrl: parseBaseUrl(options.baseUrl, options.allowInsecureHttp ?? false),
    clientId,
    authorization: basic(clientId, reveal(clientSecret, "clientSecret")),
    serviceVersion: headerValue(options.serviceVersion ?? "2026-03-11", "serviceVersion"),
    userAgent: headerValue(options.userAgent ?? "latchkey-workspace-client/0.2.0", "userAgent"),
    timeoutMs,
    retry: readRetry(options.retry ?? false),
    requestIdHeaders: options.requestIdHeaders ?? defaultRequestIdHeaders,
    redirect: chooseRedirectMode(),
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    log: createLog(logger, logLevel),
  };
}

function readRetry(retry: boolean | Partial<RetryPolicy>): RetryPolicy | undefined {
  if (retry === false) return undefined;
  const policy = { ...defaultRetryPolicy, ...(retry === true ? {} : retry) };
  check(Object.values(policy).every(isWhole), "retry must be given in whole numbers.");
  return policy;
}

function headerValue(text: string, name: string): string {
  check(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text), `${name} must be printable ASCII.`);
  return text;
}

/** As far as timers count. */
function isWhole(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

function check(condition: boolean, message: string): void {
  if (!condition) throw new TypeError(message);
}
