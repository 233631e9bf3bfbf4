import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import type { AuthorizationRequest } from "@latchkey/api";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, codeFor, redeem, requestOf } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const code_verifier = "a-verifier-that-only-photos-knows-0123456789";
const code_challenge = hash("sha256", code_verifier, "base64url");
const params = { code_challenge, code_challenge_method: "S256" };
const open = { token_endpoint_auth_method: "none" };

async function errorFor(world: TestServer, app: object, wishes: AuthorizationRequest) {
  const photos = await registerApp(world.latchkey, app);
  const asked = await authorize(openBrowser(world), requestOf(photos, wishes));
  return (await answerOf(asked)).parameters["error"];
}

for (const [kind, app] of [
  ["public", open],
  ["confidential", {}],
] as const) {
  test(`a ${kind} client redeems its code with the verifier it announced, and only with that`, async () => {
    const world = await startTestServer();
    const photos = await registerApp(world.latchkey, app);
    const code = await codeFor(world, photos, { params });
    const wrong = [
      undefined,
      "another-verifier-that-mallory-thought-of-012345",
      code_verifier.slice(0, 42),
      code_challenge,
    ];
    for (const guess of wrong) {
      const form = guess === undefined ? {} : { code_verifier: guess };
      assertRefused(await redeem(world, photos, code, form), 400, "invalid_grant");
    }
    const reply = await redeem(world, photos, code, { code_verifier });
    assert.ok(reply.ok, "a wrong guess does not use the code up");
  });
}

test("a code_verifier without a code_challenge is rejected", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const code = await codeFor(world, photos);
  assertRefused(await redeem(world, photos, code, { code_verifier }), 400, "invalid_grant");
  assert.ok((await redeem(world, photos, code)).ok);
});

const refused: [string, AuthorizationRequest][] = [
  ["the method plain", { code_challenge, code_challenge_method: "plain" }],
  ["no method, which means plain", { code_challenge }],
  ["an unknown method", { code_challenge, code_challenge_method: "S512" }],
  ["a method without a challenge", { code_challenge_method: "S256" }],
  [
    "a challenge that is not a SHA-256 hash",
    { code_challenge: "short", code_challenge_method: "S256" },
  ],
];

for (const [reason, wishes] of refused) {
  test(`${reason} is an invalid_request before the login`, async () => {
    assert.equal(await errorFor(await startTestServer(), {}, wishes), "invalid_request");
  });
}

test("a public client must announce a verifier where a code is issued, and nowhere else", async () => {
  const world = await startTestServer();
  assert.equal(await errorFor(world, open, {}), "invalid_request");
  const implicit = { ...open, client_id: "implicit" };
  assert.equal(await errorFor(world, implicit, { response_type: "token" }), undefined);
  assert.equal(await errorFor(world, { client_id: "secretive" }, {}), undefined);
});

test("who must announce one is a matter of settings", async () => {
  const lax = await startTestServer({ "oauth2.pkce.enforced_for_public_clients": false });
  assert.equal(await errorFor(lax, open, {}), undefined);
  const strict = await startTestServer({ "oauth2.pkce.enforced": true });
  assert.equal(await errorFor(strict, {}, {}), "invalid_request");
});

test("a public client that registered itself must announce one, whatever the settings", async () => {
  const lax = await startTestServer({
    "oauth2.pkce.enforced_for_public_clients": false,
    "oauth2.registration.mode": "open",
  });
  const redirect_uri = "https://photos.example/callback";
  const { client_id } = await lax.latchkey.createOidcDynamicClient({
    body: { ...open, redirect_uris: [redirect_uri] },
  });
  const photos = { client_id, redirect_uri, authorization: undefined };
  const errorOf = async (wishes: AuthorizationRequest) => {
    const request = requestOf(photos, { scope: "openid", ...wishes });
    return (await answerOf(await authorize(openBrowser(lax), request))).parameters["error"];
  };
  assert.equal(await errorOf({}), "invalid_request");
  const plain = { code_challenge: code_verifier, code_challenge_method: "plain" };
  assert.equal(await errorOf(plain), "invalid_request");
  assert.equal(await errorOf(params), undefined);
});
