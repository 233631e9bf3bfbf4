import assert from "node:assert/strict";
import { test } from "node:test";
import { type OperationId, operationIds, operations } from "@latchkey/api";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { assertRefused, receive } from "../operations/refusal.ts";
import { startTestServer } from "../support/server.ts";

const minted = { read: mintApiKey(), write: mintApiKey(), keys: mintApiKey() };
const { fetch } = await startTestServer({
  "serve.admin.api_keys": Object.entries(minted).map(([name, key]) => `${name}:${hashApiKey(key)}`),
});

const forPeople = operationIds.filter((id) =>
  /^(\/oauth2\/(auth|sessions|device|bc-authorize)|\/userinfo)/.test(operations[id].path),
);

function ask(id: OperationId, key?: string) {
  const { method, path } = operations[id];
  const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return receive(fetch(`http://admin.test${path}`, { method, headers }));
}

test("nineteen user operations require an API key, and six are public", () => {
  const open = forPeople.filter((id) => operations[id].access === "open");
  assert.deepEqual(open.toSorted(), [
    "disconnectUser",
    "oAuth2DeviceFlow",
    "oauthAuth",
    "performOAuth2DeviceVerificationFlow",
    "startBackchannelAuthentication",
    "userinfo",
  ]);
  assert.equal(forPeople.length - open.length, 19);
});

for (const id of forPeople) {
  const { access } = operations[id];
  if (access === "open") continue;

  test(`${id} is 401 without a key or with an unknown one`, async () => {
    assertRefused(await ask(id), 401, "request_unauthorized");
    assertRefused(await ask(id, "lk_key_guess"), 401, "request_unauthorized");
  });

  test(`${id} is for keys that may ${access}, and 403 for others`, async () => {
    for (const [scope, key] of Object.entries(minted)) {
      const received = await ask(id, key);
      if (scope === access) assertRefused(received, 400, "invalid_request");
      else assertRefused(received, 403, "request_forbidden");
    }
  });
}

for (const id of ["oauthAuth", "disconnectUser", "userinfo"] as const) {
  test(`${id} asks for no key`, async () => {
    const expected = { oauthAuth: 400, disconnectUser: 302, userinfo: 401 }[id];
    const { status, body } = await ask(id);
    assert.equal(status, expected);
    assert.doesNotMatch(JSON.stringify(body), /API key/);
  });
}
