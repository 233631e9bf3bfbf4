import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused, receive } from "./refusal.ts";

const { latchkey, fetch } = await startTestServer();
const photos = await registerMachine(latchkey);
const { authorization } = photos;
const mallory = await registerMachine(latchkey, { client_id: "mallory" });

test("a client's own token is revoked with an empty 200, and its peers live", async () => {
  const [token, peer] = [await tokenOf(latchkey, photos), await tokenOf(latchkey, photos)];
  const reply = await latchkey.call("revokeOAuth2Token", { token }, { authorization });
  assert.equal(reply.status, 200);
  assert.equal(reply.body, undefined);
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.equal(reply.headers.get("pragma"), "no-cache");
  assert.equal(await isActive(latchkey, token), false);
  assert.equal(await isActive(latchkey, peer), true);

  const again = await latchkey.call("revokeOAuth2Token", { token }, { authorization });
  assert.equal(again.status, 200, "what is gone may be revoked again");
});

test("a hint, right or wrong, changes nothing", async () => {
  for (const token_type_hint of ["access_token", "refresh_token", "cake"]) {
    const token = await tokenOf(latchkey, photos);
    await latchkey.revokeOAuth2Token({ token, token_type_hint }, { authorization });
    assert.equal(await isActive(latchkey, token), false);
  }
});

test("another client's token: 200, and nothing happens", async () => {
  const token = await tokenOf(latchkey, photos);
  const reply = await latchkey.call("revokeOAuth2Token", { token }, mallory);
  assert.equal(reply.status, 200);
  assert.equal(reply.body, undefined);
  assert.equal(await isActive(latchkey, token), true);
});

test("an unknown token: 200", async () => {
  for (const token of ["x", `lk_at_${"A".repeat(43)}`, "a.b.c", "🔑", "%"]) {
    assert.equal(
      (await latchkey.call("revokeOAuth2Token", { token }, { authorization })).status,
      200,
    );
  }
});

test("a public client may revoke its own tokens with its client_id, and no others", async () => {
  await registerMachine(latchkey, { client_id: "app", token_endpoint_auth_method: "none" });
  const token = await tokenOf(latchkey, photos);
  assert.equal((await latchkey.call("revokeOAuth2Token", { token, client_id: "app" })).status, 200);
  assert.equal(await isActive(latchkey, token), true);
});

test("a client that does not authenticate revokes nothing", async () => {
  const token = await tokenOf(latchkey, photos);
  const guess = { authorization: `Basic ${btoa("photos:guess")}` };
  assertRefused(await latchkey.call("revokeOAuth2Token", { token }, guess), 401, "invalid_client");
  assertRefused(await latchkey.call("revokeOAuth2Token", { token }), 401, "invalid_client");
  const named = { token, client_id: "photos" };
  assertRefused(await latchkey.call("revokeOAuth2Token", named), 401, "invalid_client");
  assert.equal(await isActive(latchkey, token), true);
});

const malformed: readonly [string, string, string][] = [
  ["no token", "", "application/x-www-form-urlencoded"],
  ["an empty token", "token=", "application/x-www-form-urlencoded"],
  ["two tokens", "token=a&token=b", "application/x-www-form-urlencoded"],
  ["JSON", '{"token":"x"}', "application/json"],
];

for (const [title, body, type] of malformed) {
  test(`${title} is invalid_request`, async () => {
    const headers = { "Content-Type": type, Authorization: authorization };
    const url = "http://public.test/oauth2/revoke";
    assertRefused(
      await receive(fetch(url, { method: "POST", headers, body })),
      400,
      "invalid_request",
    );
  });
}
