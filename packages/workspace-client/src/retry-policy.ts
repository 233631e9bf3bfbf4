import { ServiceError } from "./refusals.ts";

/** Retry policy: exponential backoff with jitter. */
export interface RetryPolicy {
  /** Maximum number of retries after the first attempt. */
  readonly maxRetries: number;
  /** Delay before the first retry in milliseconds; doubled for each further one. */
  readonly initialDelayMs: number;
  /** Maximum delay in milliseconds, also for Retry-After. */
  readonly maxDelayMs: number;
}

/** Used for `retry: true`. */
export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 2,
  initialDelayMs: 1000,
  maxDelayMs: 60_000,
};

/** Delay before the next attempt in milliseconds, or `undefined` to stop. `random` is in [0, 1). */
export function decideRetry(
  error: unknown,
  attempt: number,
  policy: RetryPolicy | undefined,
  random: number,
): number | undefined {
  if (policy === undefined || attempt >= policy.maxRetries) return undefined;
  if (!(error instanceof ServiceError) || !isTransient(error)) return undefined;

  const backOff = policy.initialDelayMs * 2 ** attempt;
  const delayMs = error.retryAfterMs() ?? backOff * random + backOff / 2;
  return Math.min(delayMs, policy.maxDelayMs);
}

/** Only errors that the server returns before it processes the request. */
function isTransient({ code }: ServiceError): boolean {
  return code === "rate_limited" || code === "service_overload";
}
