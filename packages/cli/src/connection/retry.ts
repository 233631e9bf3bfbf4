import { setTimeout as pause } from "node:timers/promises";

import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import type { Fetch } from "./http-fetch.ts";
import type { ProcessIo } from "../process-io.ts";

/** Timeout of one attempt. */
export const ATTEMPT_MS = 30_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

/** Retries with exponential backoff while the server is unreachable or a proxy responds in its place. */
export function withRetries(
  send: Fetch,
  endpoint: string,
  fail_after_ms: number,
  io: ProcessIo,
): Fetch {
  return async (url, init) => {
    const end = Date.now() + fail_after_ms;
    let waitMs = FIRST_DELAY_MS;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = Date.now() + waitMs > end;
      try {
        const response = await send(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
        if (isLast || !isRetryable(response.status, init)) return response;
        if (await isTlsRequired(response)) return response;
      } catch (error) {
        if (isLast || !isRetryable(codeOf(error), init)) throw unreachable(endpoint, error);
      }
      if (attempt === 1)
        io.err(
          `${endpoint} is not responding. Retrying for ${fail_after_ms / 1_000} s; use --fail-after 0 to fail at once.\n`,
        );
      await pause(waitMs);
      waitMs = Math.min(waitMs * 2, MAX_DELAY_MS);
    }
  };
}

/**
 * A 500 comes from the server itself and would repeat. A POST is retried only if it certainly was not processed: redeeming an
 * authorization code twice revokes its tokens.
 */
function isRetryable(problem: number | string, { method }: RequestInit): boolean {
  if (NOT_PROCESSED.has(problem)) return true;
  if (method === "POST" || isCertificateError(problem)) return false;
  return typeof problem === "string" || problem === 502 || problem === 504;
}

/** A 502 of Latchkey itself, not of a proxy: it would repeat. */
async function isTlsRequired(response: Response): Promise<boolean> {
  return response.status === 502 && (await response.clone().text()).includes('"tls_required"');
}

const NOT_PROCESSED = new Set<number | string>([
  503,
  "ECONNREFUSED",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Retrying does not help against an untrusted certificate. */
function isCertificateError(problem: number | string): boolean {
  return /CERT|SELF_SIGNED|ALTNAME|ISSUER/.test(String(problem));
}

function unreachable(endpoint: string, cause: unknown): Failure {
  const code = codeOf(cause);
  const message = isCertificateError(code)
    ? `The certificate of ${endpoint} is not trusted (${code}). Add your own certificate authority with NODE_EXTRA_CA_CERTS, or use --skip-tls-verify for tests.`
    : `No server responds at ${endpoint}${code && ` (${code})`}. Start one with latchkey serve, or set its address with --endpoint.`;
  return new Failure(exitCodes.unreachable, message, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
