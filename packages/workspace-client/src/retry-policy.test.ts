import assert from "node:assert/strict";
import { test } from "node:test";

import { UnknownResponseError } from "./response-errors.ts";
import type { Received } from "./received.ts";
import { OAuthError, ServiceError } from "./refusals.ts";
import { decideRetry, defaultRetryPolicy as policy } from "./retry-policy.ts";
import { RequestTimeoutError } from "./transport-errors.ts";

const busy = service("rate_limited");

const decisions: {
  readonly error: unknown;
  readonly attempt: number;
  readonly random: number;
  readonly delayMs: number | undefined;
  readonly title: string;
}[] = [
  {
    error: busy,
    attempt: 0,
    random: 0,
    delayMs: 500,
    title: "the first wait is half a second at least",
  },
  {
    error: busy,
    attempt: 0,
    random: 0.5,
    delayMs: 1000,
    title: "the first wait is a second on average",
  },
  {
    error: busy,
    attempt: 1,
    random: 0.5,
    delayMs: 2000,
    title: "the second wait is twice as long",
  },
  { error: busy, attempt: 2, random: 0.5, delayMs: undefined, title: "two retries are enough" },
  {
    error: service("service_overload"),
    attempt: 0,
    random: 0.5,
    delayMs: 1000,
    title: "an overload passes too",
  },
  {
    error: service("rate_limited", 7000),
    attempt: 1,
    random: 0.5,
    delayMs: 7000,
    title: "the server's own wish wins",
  },
  {
    error: service("rate_limited", 3_600_000),
    attempt: 0,
    random: 0.5,
    delayMs: 60_000,
    title: "a minute is the longest wait",
  },
  {
    error: service("internal_server_error"),
    attempt: 0,
    random: 0.5,
    delayMs: undefined,
    title: "what broke may have happened",
  },
  {
    error: service("gateway_timeout"),
    attempt: 0,
    random: 0.5,
    delayMs: undefined,
    title: "what timed out may have happened",
  },
  {
    error: oauth("temporarily_unavailable"),
    attempt: 0,
    random: 0.5,
    delayMs: undefined,
    title: "an OAuth error is an answer",
  },
  {
    error: new UnknownResponseError(received()),
    attempt: 0,
    random: 0.5,
    delayMs: undefined,
    title: "an unreadable page",
  },
  {
    error: new RequestTimeoutError(),
    attempt: 0,
    random: 0.5,
    delayMs: undefined,
    title: "silence",
  },
  { error: new Error("bug"), attempt: 0, random: 0.5, delayMs: undefined, title: "a bug" },
];

for (const { error, attempt, random, delayMs, title } of decisions) {
  test(`retry: ${title} → ${delayMs}`, () => {
    assert.equal(decideRetry(error, attempt, policy, random), delayMs);
  });
}

test("without a policy nothing is retried", () => {
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
