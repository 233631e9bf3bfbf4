import assert from "node:assert/strict";
import { test } from "node:test";

import { classify } from "./classify.ts";
import { oauthErrorCodes } from "./error-codes.ts";
import { OAuthError } from "./refusals.ts";

const kinds: {
  readonly body: unknown;
  readonly name: string;
  readonly code: string;
  readonly title: string;
}[] = [
  {
    body: { error: "invalid_grant" },
    name: "OAuthError",
    code: "invalid_grant",
    title: "the OAuth envelope",
  },
  {
    body: { error: "slow_down" },
    name: "OAuthError",
    code: "unknown_oauth_error",
    title: "an unknown code is an OAuth error as well",
  },
  {
    body: { error: "Invalid_Grant" },
    name: "OAuthError",
    code: "unknown_oauth_error",
    title: "codes are case-sensitive",
  },
  {
    body: { error: "invalid_client", code: "rate_limited", message: "m" },
    name: "OAuthError",
    code: "invalid_client",
    title: "both envelopes in one: error wins",
  },
  {
    body: { code: "invalid_request", message: "m" },
    name: "OAuthError",
    code: "invalid_request",
    title: "an OAuth code in the standard envelope",
  },
  {
    body: { error: "", code: "invalid_grant", message: "m" },
    name: "OAuthError",
    code: "invalid_grant",
    title: "an empty error is none, and the standard envelope counts",
  },
  {
    body: { code: "rate_limited", message: "m" },
    name: "ServiceError",
    code: "rate_limited",
    title: "a code of the service",
  },
  {
    body: { code: "slow_down", message: "m" },
    name: "ServiceError",
    code: "unknown_error",
    title: "an unknown code of it",
  },
  {
    body: { code: "rate_limited", message: "" },
    name: "ServiceError",
    code: "rate_limited",
    title: "an empty message",
  },
  {
    body: { error: "" },
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "an empty error",
  },
  {
    body: { error: 7 },
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "an error that is a number",
  },
  {
    body: { error: null },
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "an error that is null",
  },
  {
    body: { code: "invalid_grant" },
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "a code without a message",
  },
  {
    body: { message: "m" },
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "a message without a code",
  },
  {
    body: { code: 400, message: "m" },
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "a code in numbers",
  },
  { body: [], name: "UnknownResponseError", code: "unknown_response", title: "a list" },
  {
    body: "invalid_grant",
    name: "UnknownResponseError",
    code: "unknown_response",
    title: "a text",
  },
  { body: null, name: "UnknownResponseError", code: "unknown_response", title: "null" },
  { body: undefined, name: "UnknownResponseError", code: "unknown_response", title: "no JSON" },
];

for (const { body, name, code, title } of kinds) {
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
