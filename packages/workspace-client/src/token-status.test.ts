import assert from "node:assert/strict";
import { test } from "node:test";

import { ResponseDecodeError } from "./response-errors.ts";
import { readIntrospectResponse, readRevokeResponse } from "./token-status.ts";

const introspections: [object, object][] = [
  [
    { active: true, scope: "read_content", iat: 1_757_890_000, request_id: "r1" },
    { active: true, scope: "read_content", iat: 1_757_890_000, requestId: "r1" },
  ],
  [{ active: false }, { active: false }],
  [{ active: false, scope: null, iat: null, request_id: null, exp: 1 }, { active: false }],
];

for (const [body, expected] of introspections) {
  test(`the introspection response ${JSON.stringify(body)} is read`, () => {
    assert.deepEqual(readIntrospectResponse(received(body)), expected);
  });
}

const unusable: [unknown, string][] = [
  [{}, "active"],
  [{ active: "true" }, "active"],
  [{ active: true, scope: ["read_content"] }, "scope"],
  [{ active: true, iat: "1757890000" }, "iat"],
  [{ active: true, iat: 1.5 }, "iat"],
  [undefined, "body"],
];

for (const [body, member] of unusable) {
  test(`the introspection response ${JSON.stringify(body)} cannot be used`, () => {
    assert.throws(
      () => readIntrospectResponse(received(body)),
      (error) => error instanceof ResponseDecodeError && error.member() === member,
    );
  });
}

test("a revocation response has a request id, or none", () => {
  assert.deepEqual(readRevokeResponse(received({ request_id: "r1" })), { requestId: "r1" });
  assert.deepEqual(readRevokeResponse(received({ request_id: null })), {});
  assert.deepEqual(readRevokeResponse(received({})), {});
});

test("an empty body is no revocation response", () => {
  assert.throws(() => readRevokeResponse(received(undefined)), ResponseDecodeError);
});

function received(body: unknown) {
  return { ok: true, status: 200, requestId: undefined, retryAfterMs: undefined, body };
}
