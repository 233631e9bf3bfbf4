import assert from "node:assert/strict";
import { test } from "node:test";
import { isActive } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp, startServerWithApp } from "../support/app.ts";
import { codeFor, redeem, refresh, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

test("a code becomes an access token, a refresh token and an ID token", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const params = { audience: "https://api.example" };
  const reply = await redeem(world, photos, await codeFor(world, photos, { params }));
  assert.ok(reply.ok);
  const { access_token, refresh_token = "", id_token, ...rest } = reply.body;
  assert.deepEqual(rest, { token_type: "bearer", expires_in: 3600, scope: "openid offline" });
  assert.ok(id_token);
  assert.match(reply.headers.get("cache-control") ?? "", /no-store/);

  const access = await latchkey.introspectOAuth2Token({ token: access_token });
  const expected = {
    active: true,
    scope: "openid offline",
    client_id: "photos",
    sub: "alice",
    iat: 1_800_000_000,
    nbf: 1_800_000_000,
    aud: ["https://api.example"],
    iss: "http://127.0.0.1:4444",
    token_type: "Bearer",
    auth_time: 1_800_000_000,
  };
  assert.deepEqual(access, { ...expected, exp: 1_800_003_600, token_use: "access_token" });
  const kept = await latchkey.introspectOAuth2Token({ token: refresh_token });
  assert.deepEqual(kept, { ...expected, exp: 1_802_592_000, token_use: "refresh_token" });
  const narrow = await latchkey.introspectOAuth2Token({ token: access_token, scope: "bank" });
  assert.deepEqual(narrow, { active: false });
});

/** Granted scope and the client's grants, and what comes with the access token. */
const companions: [string, string[], string[], string[]][] = [
  ["openid", ["openid"], ["authorization_code", "refresh_token"], ["id_token"]],
  ["offline", ["offline"], ["authorization_code", "refresh_token"], ["refresh_token"]],
  [
    "offline_access",
    ["offline_access"],
    ["authorization_code", "refresh_token"],
    ["refresh_token"],
  ],
  ["offline without the grant", ["offline"], ["authorization_code"], []],
  ["neither", ["profile"], ["authorization_code", "refresh_token"], []],
];

for (const [reason, grant_scope, grant_types, expected] of companions) {
  test(`scope ${reason}: beside the access token comes ${expected.join(", ") || "nothing"}`, async () => {
    const world = await startTestServer();
    const photos = await registerApp(world.latchkey, { grant_types });
    const tokens = await signIn(world, photos, { consent: { grant_scope } });
    const came = ["refresh_token", "id_token"].filter((name) => name in tokens);
    assert.deepEqual(came, expected);
  });
}

test("a replayed code revokes all tokens of its grant", async () => {
  const { world, latchkey, photos, clock } = await startServerWithApp();
  const code = await codeFor(world, photos);
  const first = await redeem(world, photos, code);
  assert.ok(first.ok);
  clock.now += 1;
  const second = await refresh(world, photos, first.body.refresh_token);
  assert.ok(second.ok && (await isActive(latchkey, second.body.access_token)));

  clock.now += 1;
  assertRefused(await redeem(world, photos, code), 400, "invalid_grant");
  assert.equal(await isActive(latchkey, second.body.access_token), false);
  assert.equal(await isActive(latchkey, second.body.refresh_token ?? ""), false);
  assertRefused(await refresh(world, photos, second.body.refresh_token), 400, "invalid_grant");
});

test("of many simultaneous redemptions one wins, and the others revoke nothing", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const code = await codeFor(world, photos);
  const replies = await Promise.all(Array.from({ length: 10 }, () => redeem(world, photos, code)));
  const won = replies.filter((reply) => reply.ok);
  assert.equal(won.length, 1);
  for (const reply of replies) if (!reply.ok) assertRefused(reply, 400, "invalid_grant");
  assert.ok(await isActive(latchkey, won[0]?.body.access_token ?? ""));
  assert.ok((await refresh(world, photos, won[0]?.body.refresh_token)).ok);
});

test("a code lasts ten minutes, and its replay is one even after that", async () => {
  const { world, latchkey, photos, clock } = await startServerWithApp();
  const [early, late] = [await codeFor(world, photos), await codeFor(world, photos)];
  clock.now += 599;
  const tokens = await redeem(world, photos, early);
  assert.ok(tokens.ok);
  clock.now += 1;
  assertRefused(await redeem(world, photos, late), 400, "invalid_grant");
  assertRefused(await redeem(world, photos, early), 400, "invalid_grant");
  assert.equal(await isActive(latchkey, tokens.body.access_token), false);
});

test("ttl.auth_code decides how long", async () => {
  const { world, photos, clock } = await startServerWithApp({ "ttl.auth_code": "5s" });
  const code = await codeFor(world, photos);
  clock.now += 5;
  assertRefused(await redeem(world, photos, code), 400, "invalid_grant");
});

test("another client cannot redeem the code, and its attempts revoke nothing", async () => {
  const { world, latchkey, photos, clock } = await startServerWithApp();
  const mallory = await registerApp(latchkey, { client_id: "mallory" });
  const code = await codeFor(world, photos);
  const { redirect_uri } = photos;
  assertRefused(await redeem(world, mallory, code, { redirect_uri }), 400, "invalid_grant");
  const reply = await redeem(world, photos, code);
  assert.ok(reply.ok);
  clock.now += 60;
  assertRefused(await redeem(world, mallory, code, { redirect_uri }), 400, "invalid_grant");
  assert.ok(await isActive(latchkey, reply.body.access_token));
});

test("a malformed or missing code is rejected", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const { access_token, refresh_token = "" } = await signIn(world, photos);
  const code = await codeFor(world, photos);
  const forged = code.slice(0, -4) + (code.endsWith("AAAA") ? "BBBB" : "AAAA");
  for (const wrong of ["nonsense", access_token, refresh_token, forged, `${code}A`]) {
    assertRefused(await redeem(world, photos, wrong), 400, "invalid_grant");
  }
  const { authorization = "" } = photos;
  const none = { grant_type: "authorization_code" };
  const reply = await latchkey.call("oauth2Token", none, { authorization });
  assertRefused(reply, 400, "invalid_request");
});

test("a client must authenticate, and be registered for the grant type", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const code = await codeFor(world, photos);
  const stranger = { ...photos, authorization: undefined };
  assertRefused(await redeem(world, stranger, code), 401, "invalid_client");
  const { client_id, redirect_uri } = photos;
  const body = { redirect_uris: [redirect_uri], grant_types: ["client_credentials"] };
  await latchkey.updateOAuth2Client({ id: client_id, body });
  assertRefused(await redeem(world, photos, code), 400, "unauthorized_client");
});

test("deleting a client's tokens ends its access tokens, and a refresh makes new ones", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const tokens = await signIn(world, photos);
  await latchkey.deleteOAuth2Token({ client_id: "photos" });
  assert.equal(await isActive(latchkey, tokens.access_token), false);
  assert.ok(await isActive(latchkey, tokens.refresh_token ?? ""));
  const reply = await refresh(world, photos, tokens.refresh_token);
  assert.ok(reply.ok && (await isActive(latchkey, reply.body.access_token)));
});
