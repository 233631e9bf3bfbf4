import assert from "node:assert/strict";
import { test } from "node:test";

import { classify } from "./classify.ts";
import { oauthErrorCodes } from "./error-codes.ts";
import { OAuthError } from "./refusals.ts";

const kinds: [unknown, string, string, string][] = [
  [{ error: "invalid_grant" }, "OAuthError", "invalid_grant", "the OAuth envelope"],
  [
    { error: "slow_down" },
    "OAuthError",
    "unknown_oauth_error",
    "an unknown code is an OAuth error as well",
  ],
  [{ error: "Invalid_Grant" }, "OAuthError", "unknown_oauth_error", "codes are case-sensitive"],
  [
    { error: "invalid_client", code: "rate_limited", message: "m" },
    "OAuthError",
    "invalid_client",
    "both envelopes in one: error wins",
  ],
  [
    { code: "invalid_request", message: "m" },
    "OAuthError",
    "invalid_request",
    "an OAuth code in the standard envelope",
  ],
  [
    { error: "", code: "invalid_grant", message: "m" },
    "OAuthError",
    "invalid_grant",
    "an empty error is none, and the standard envelope counts",
  ],
  [{ code: "rate_limited", message: "m" }, "ServiceError", "rate_limited", "a code of the service"],
  [{ code: "slow_down", message: "m" }, "ServiceError", "unknown_error", "an unknown code of it"],
  [{ code: "rate_limited", message: "" }, "ServiceError", "rate_limited", "an empty message"],
  [{ error: "" }, "UnknownResponseError", "unknown_response", "an empty error"],
  [{ error: 7 }, "UnknownResponseError", "unknown_response", "an error that is a number"],
  [{ error: null }, "UnknownResponseError", "unknown_response", "an error that is null"],
  [
    { code: "invalid_grant" },
    "UnknownResponseError",
    "unknown_response",
    "a code without a message",
  ],
  [{ message: "m" }, "UnknownResponseError", "unknown_response", "a message without a code"],
  [{ code: 400, message: "m" }, "UnknownResponseError", "unknown_response", "a code in numbers"],
  [[], "UnknownResponseError", "unknown_response", "a list"],
  ["invalid_grant", "UnknownResponseError", "unknown_response", "a text"],
  [null, "UnknownResponseError", "unknown_response", "null"],
  [undefined, "UnknownResponseError", "unknown_response", "no JSON"],
];

for (const [body, name, code, title] of kinds) {
  test(`an error: ${title} → ${name} ${code}`, () => {
    const error = classify(received(400, body));
    assert.deepEqual([error.name, error.code], [name, code]);
  });
}

for (const code of oauthErrorCodes) {
  test(`${code} is an OAuth error in either envelope`, () => {
    for (const body of [{ error: code }, { code, message: "m" }]) {
      assert.ok(classify(received(400, body)) instanceof OAuthError);
      assert.equal(classify(received(400, body)).code, code);
    }
  });
}

test("the response of the server is available on the error", () => {
  const error = oauthError({ error: "slow_down", error_description: "d", error_uri: "u" });
  assert.deepEqual(
    [error.receivedCode(), error.description(), error.uri()],
    ["slow_down", "d", "u"],
  );

  const standard = oauthError({ code: "invalid_grant", message: "m" });
  assert.deepEqual([standard.description(), standard.uri()], ["m", undefined]);
});

test("an optional member of the wrong type is dropped and the refusal stands", () => {
  const error = oauthError({ error: "invalid_grant", error_description: 1, error_uri: {} });
  assert.deepEqual([error.description(), error.uri()], [undefined, undefined]);
});

const outcomes: [number, unknown, string][] = [
  [400, { error: "invalid_grant" }, "refused"],
  [429, { code: "rate_limited", message: "m" }, "refused"],
  [500, { error: "server_error" }, "unknown"],
  [504, { code: "gateway_timeout", message: "m" }, "unknown"],
  [403, undefined, "unknown"],
];

for (const [status, body, outcome] of outcomes) {
  test(`after ${status} ${JSON.stringify(body)} the outcome is ${outcome}`, () => {
    assert.equal(classify(received(status, body)).outcome(), outcome);
  });
}

function oauthError(body: unknown): OAuthError {
  const error = classify(received(400, body));
  assert.ok(error instanceof OAuthError);
  return error;
}

function received(status: number, body: unknown) {
  return { ok: false, status, requestId: "r1", retryAfterMs: undefined, body };
}
