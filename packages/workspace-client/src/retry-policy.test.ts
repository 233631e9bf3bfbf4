import assert from "node:assert/strict";
import { test } from "node:test";

import { UnknownResponseError } from "./response-errors.ts";
import type { Received } from "./received.ts";
import { OAuthError, ServiceError } from "./refusals.ts";
import { decideRetry, defaultRetryPolicy as policy } from "./retry-policy.ts";
import { RequestTimeoutError } from "./transport-errors.ts";

const busy = service("rate_limited");

const decisions: [unknown, number, number, number | undefined, string][] = [
  [busy, 0, 0, 500, "the first wait is half a second at least"],
  [busy, 0, 0.5, 1000, "the first wait is a second on average"],
  [busy, 1, 0.5, 2000, "the second wait is twice as long"],
  [busy, 2, 0.5, undefined, "two retries are enough"],
  [service("service_overload"), 0, 0.5, 1000, "an overload passes too"],
  [service("rate_limited", 7000), 1, 0.5, 7000, "the server's own wish wins"],
  [service("rate_limited", 3_600_000), 0, 0.5, 60_000, "a minute is the longest wait"],
  [service("internal_server_error"), 0, 0.5, undefined, "what broke may have happened"],
  [service("gateway_timeout"), 0, 0.5, undefined, "what timed out may have happened"],
  [oauth("temporarily_unavailable"), 0, 0.5, undefined, "an OAuth error is an answer"],
  [new UnknownResponseError(received()), 0, 0.5, undefined, "an unreadable page"],
  [new RequestTimeoutError(), 0, 0.5, undefined, "silence"],
  [new Error("bug"), 0, 0.5, undefined, "a bug"],
];

for (const [error, attempt, random, delayMs, title] of decisions) {
  test(`retry: ${title} → ${delayMs}`, () => {
    assert.equal(decideRetry(error, attempt, policy, random), delayMs);
  });
}

test("retry: without a policy never", () => {
  assert.equal(decideRetry(busy, 0, undefined, 0.5), undefined);
});

function service(code: string, retryAfterMs?: number): ServiceError {
  return new ServiceError(received(retryAfterMs), { code });
}

function oauth(code: string): OAuthError {
  return new OAuthError(received(), { code });
}

function received(retryAfterMs?: number): Received {
  return { ok: false, status: 429, requestId: undefined, retryAfterMs, body: undefined };
}
