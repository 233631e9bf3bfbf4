import { ServiceError } from "./refusals.ts";

/** How often and how patiently to try again. */
export interface RetryPolicy {
  /** Beyond the first attempt. */
  readonly maxRetries: number;
  /** How long to wait before the second attempt; doubled before each after it. */
  readonly initialDelayMs: number;
  /** How long to wait at most, whatever the server asks for. */
  readonly maxDelayMs: number;
}

/** What `retry: true` means. */
export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 2,
  initialDelayMs: 1000,
  maxDelayMs: 60_000,
};

/** How long to wait before the attempt after this one; `undefined` to give up. `random` is from 0 up to 1. */
export function decideRetry(
  error: unknown,
  attempt: number,
  policy: RetryPolicy | undefined,
  random: number,
): number | undefined {
  if (policy === undefined || attempt >= policy.maxRetries) return undefined;
  if (!(error instanceof ServiceError) || !isPassing(error)) return undefined;

  const backOff = policy.initialDelayMs * 2 ** attempt;
  const delayMs = error.retryAfterMs() ?? backOff * random + backOff / 2;
  return Math.min(delayMs, policy.maxDelayMs);
}

/** Only what the server refused before it did anything, and would take a moment later. */
function isPassing({ code }: ServiceError): boolean {
  return code === "rate_limited" || code === "service_overload";
}
