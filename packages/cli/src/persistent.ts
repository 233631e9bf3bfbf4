import { setTimeout as pause } from "node:timers/promises";

import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import type { Fetch } from "./http-fetch.ts";
import type { World } from "./world.ts";

/** How long one attempt may take. */
export const ATTEMPT_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Tries again while nobody answers, or a proxy in the server's place, until the time is over. */
export function persistent(
  send: Fetch,
  endpoint: string,
  fail_after_ms: number,
  world: World,
): Fetch {
  return async (url, init) => {
    const end = Date.now() + fail_after_ms;
    let wait_ms = FIRST_PAUSE_MS;
    for (let attempt = 1; ; attempt += 1) {
      const last = Date.now() + wait_ms > end;
      try {
        const response = await send(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
        if (last || !mayBeRepeatedAfter(response.status, init)) return response;
      } catch (error) {
        if (last || !mayBeRepeatedAfter(codeOf(error), init)) throw unreachable(endpoint, error);
      }
      if (attempt === 1)
        world.err(
          `${endpoint} does not answer yet. Trying for ${fail_after_ms / 1_000} s; --fail-after 0 gives up at once.\n`,
        );
      await pause(wait_ms);
      wait_ms = Math.min(wait_ms * 2, LONGEST_PAUSE_MS);
    }
  };
}

/**
 * A plain 500 is the server's own, and it would only say it again. A POST is sent anew only if it surely never arrived:
 * a code that is redeemed twice ends what came of it.
 */
function mayBeRepeatedAfter(problem: number | string, { method }: RequestInit): boolean {
  if (UNSENT.has(problem)) return true;
  if (method === "POST" || isDistrust(problem)) return false;
  return typeof problem === "string" || problem === 502 || problem === 504;
}

const UNSENT = new Set<number | string>([
  503,
  "ECONNREFUSED",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Somebody is there, and no waiting will make their certificate a better one. */
function isDistrust(problem: number | string): boolean {
  return /CERT|SELF_SIGNED|ALTNAME|ISSUER/.test(String(problem));
}

function unreachable(endpoint: string, cause: unknown): Failure {
  const code = codeOf(cause);
  const message = isDistrust(code)
    ? `The certificate of ${endpoint} is not trusted (${code}). Name an authority of your own in NODE_EXTRA_CA_CERTS, or say --skip-tls-verify for a test.`
    : `No server answers at ${endpoint}${code && ` (${code})`}. Start one with latchkey serve, or say where it is with --endpoint.`;
  return new Failure(exitCodes.unreachable, message, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
