import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { isActive } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { refresh, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const DAY = 86_400;

async function start(settings = {}, app = {}) {
  const world = await startTestServer(settings);
  const photos = await registerApp(world.latchkey, app);
  const tokens = await signIn(world, photos, {
    params: { scope: "openid offline albums.read", nonce: "n", audience: "https://api.example" },
    consent: { session: { access_token: { team: 1 } } },
  });
  return { ...world, world, photos, tokens };
}

test("a refresh token becomes the next one, and the tokens before it end", async () => {
  const { world, latchkey, photos, tokens, clock } = await start();
  clock.now += 100;
  const reply = await refresh(world, photos, tokens.refresh_token);
  assert.ok(reply.ok);
  const { access_token, refresh_token = "", id_token = "", ...rest } = reply.body;
  assert.deepEqual(rest, {
    token_type: "bearer",
    expires_in: 3600,
    scope: "openid offline albums.read",
  });
  assert.equal(await isActive(latchkey, tokens.access_token), false);
  assert.equal(await isActive(latchkey, tokens.refresh_token ?? ""), false);
  assert.ok(await isActive(latchkey, refresh_token));
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.deepEqual(introspection.ext, { team: 1 });
  assert.deepEqual(introspection.aud, ["https://api.example"]);
  assert.equal(introspection.iat, clock.now);

  const [before, after] = [decodeJwt(tokens.id_token ?? ""), decodeJwt(id_token)];
  const { jti, iat, exp, at_hash, ...kept } = after;
  const { jti: _jti, iat: _iat, exp: _exp, at_hash: _at_hash, ...had } = before;
  assert.deepEqual(kept, had);
  assert.equal(kept["nonce"], "n");
  assert.deepEqual([iat, exp], [clock.now, clock.now + 3600]);
  assert.ok(jti !== before.jti && at_hash !== before["at_hash"]);
});

test("a client that lost the response gets the same tokens again for ten seconds", async () => {
  const { world, latchkey, photos, tokens, clock } = await start();
  clock.now += 100;
  const first = await refresh(world, photos, tokens.refresh_token);
  assert.ok(first.ok);
  for (const later of [0, 4, 6]) {
    clock.now += later;
    const again = await refresh(world, photos, tokens.refresh_token);
    assert.ok(again.ok);
    assert.equal(again.body.access_token, first.body.access_token);
    assert.equal(again.body.refresh_token, first.body.refresh_token);
  }
  assert.ok(await isActive(latchkey, first.body.access_token));
  assert.ok((await refresh(world, photos, first.body.refresh_token)).ok);
});

test("a replay after ten seconds ends the whole grant", async () => {
  const { world, latchkey, photos, tokens, clock } = await start();
  const next = await refresh(world, photos, tokens.refresh_token);
  assert.ok(next.ok);
  clock.now += 11;
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_grant");
  assert.equal(await isActive(latchkey, next.body.access_token), false);
  assertRefused(await refresh(world, photos, next.body.refresh_token), 400, "invalid_grant");
});

test("oauth2.grant.refresh_token.rotation_grace_period is how long the same tokens are returned again", async () => {
  const { world, latchkey, photos, tokens, clock } = await start({
    "oauth2.grant.refresh_token.rotation_grace_period": "1m",
  });
  const first = await refresh(world, photos, tokens.refresh_token);
  assert.ok(first.ok);
  clock.now += 60;
  const again = await refresh(world, photos, tokens.refresh_token);
  assert.ok(again.ok);
  assert.equal(again.body.refresh_token, first.body.refresh_token);
  clock.now += 1;
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_grant");
  assert.equal(await isActive(latchkey, first.body.access_token), false);
});

test("RFC 6749 §5.1: expires_in of tokens that are returned again counts from then", async () => {
  const { world, latchkey, photos, tokens, clock } = await start({
    "oauth2.grant.refresh_token.rotation_grace_period": "1m",
    "ttl.access_token": "45s",
  });
  clock.now += 10;
  for (const [later, expires_in, is_active] of [
    [0, 45, true],
    [0, 45, true],
    [40, 5, true],
    [5, 0, false],
    [5, 0, false],
  ] as const) {
    clock.now += later;
    const reply = await refresh(world, photos, tokens.refresh_token);
    assert.ok(reply.ok);
    assert.equal(reply.body.expires_in, expires_in);
    assert.equal(await isActive(latchkey, reply.body.access_token), is_active);
  }
});

test("without a grace period, a second use ends the grant at once", async () => {
  const { world, latchkey, photos, tokens } = await start({
    "oauth2.grant.refresh_token.rotation_grace_period": "0s",
  });
  const first = await refresh(world, photos, tokens.refresh_token);
  assert.ok(first.ok);
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_grant");
  assert.equal(await isActive(latchkey, first.body.access_token), false);
  assertRefused(await refresh(world, photos, first.body.refresh_token), 400, "invalid_grant");
});

test("a token from two generations ago ends the grant, however soon", async () => {
  const { world, latchkey, photos, tokens } = await start();
  const second = await refresh(world, photos, tokens.refresh_token);
  assert.ok(second.ok);
  const third = await refresh(world, photos, second.body.refresh_token);
  assert.ok(third.ok);
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_grant");
  assert.equal(await isActive(latchkey, third.body.access_token), false);
});

test("another client's replay is refused and ends nothing", async () => {
  const { world, latchkey, photos, tokens, clock } = await start();
  const mallory = await registerApp(latchkey, { client_id: "mallory" });
  assertRefused(await refresh(world, mallory, tokens.refresh_token), 400, "invalid_grant");
  const next = await refresh(world, photos, tokens.refresh_token);
  assert.ok(next.ok);
  clock.now += 60;
  assertRefused(await refresh(world, mallory, tokens.refresh_token), 400, "invalid_grant");
  assert.ok(await isActive(latchkey, next.body.access_token));
});

test("of many refreshes at once all get the same tokens", async () => {
  const { world, photos, tokens } = await start();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => refresh(world, photos, tokens.refresh_token)),
  );
  const given = replies.map((reply) => (reply.ok ? reply.body.refresh_token : undefined));
  assert.equal(new Set(given).size, 1);
  assert.ok((await refresh(world, photos, given[0])).ok);
});

test("a refresh token lasts thirty days from its own issue, and then it is invalid_grant", async () => {
  const { world, photos, tokens, clock } = await start();
  clock.now += 30 * DAY - 1;
  const next = await refresh(world, photos, tokens.refresh_token);
  assert.ok(next.ok);
  clock.now += 30 * DAY - 1;
  const third = await refresh(world, photos, next.body.refresh_token);
  assert.ok(third.ok);
  clock.now += 30 * DAY;
  assertRefused(await refresh(world, photos, third.body.refresh_token), 400, "invalid_grant");
});

test("a refresh token may last for ever", async () => {
  const { world, photos, tokens, clock } = await start({ "ttl.refresh_token": -1 });
  clock.now += 3650 * DAY;
  assert.ok((await refresh(world, photos, tokens.refresh_token)).ok);
});

test("a client that lost a scope or an audience cannot go on with it", async () => {
  const { world, latchkey, photos, tokens } = await start();
  const body = await latchkey.getOAuth2Client({ id: "photos" });
  const change = (members: object) =>
    latchkey.updateOAuth2Client({ id: "photos", body: { ...body, ...members } });
  await change({ scope: "openid offline" });
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_scope");
  await change({ audience: [] });
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_request");
  await change({ grant_types: ["authorization_code"] });
  assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "unauthorized_client");
  await change({});
  assert.ok((await refresh(world, photos, tokens.refresh_token)).ok, "nothing was used up");
});

test("asking for more than was granted is refused, and asking for less changes nothing", async () => {
  const { world, photos, tokens } = await start();
  const more = await refresh(world, photos, tokens.refresh_token, { scope: "openid profile" });
  assertRefused(more, 400, "invalid_scope");
  const less = await refresh(world, photos, tokens.refresh_token, { scope: "openid" });
  assert.ok(less.ok);
  assert.equal(less.body.scope, "openid offline albums.read");
});

test("a malformed refresh token is rejected", async () => {
  const { world, latchkey, photos, tokens } = await start();
  const token = tokens.refresh_token ?? "";
  const forged = token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
  for (const wrong of ["nonsense", tokens.access_token, forged]) {
    assertRefused(await refresh(world, photos, wrong), 400, "invalid_grant");
  }
  const none = { grant_type: "refresh_token" };
  const { authorization = "" } = photos;
  const reply = await latchkey.call("oauth2Token", none, { authorization });
  assertRefused(reply, 400, "invalid_request");
  assertRefused(
    await refresh(world, { ...photos, authorization: undefined }, token),
    401,
    "invalid_client",
  );
});

for (const which of ["access_token", "refresh_token"] as const) {
  test(`revoking the ${which} ends both, and another client's try ends nothing`, async () => {
    const { world, latchkey, photos, tokens } = await start();
    const mallory = await registerApp(latchkey, { client_id: "mallory" });
    const token = tokens[which] ?? "";
    const revoke = (authorization = "") =>
      latchkey.call("revokeOAuth2Token", { token }, { authorization });
    assert.equal((await revoke(mallory.authorization)).status, 200);
    assert.ok(await isActive(latchkey, tokens.access_token));
    assert.equal((await revoke(photos.authorization)).status, 200);
    assert.equal(await isActive(latchkey, tokens.access_token), false);
    assert.equal(await isActive(latchkey, tokens.refresh_token ?? ""), false);
    assertRefused(await refresh(world, photos, tokens.refresh_token), 400, "invalid_grant");
  });
}

test("an access token ends with its lifetime, and flushing does not extend it", async () => {
  const { latchkey, tokens, clock } = await start();
  clock.now += 3599;
  await latchkey.flushInactiveOAuth2Tokens();
  assert.ok(await isActive(latchkey, tokens.access_token));
  clock.now += 1;
  assert.equal(await isActive(latchkey, tokens.access_token), false);
  await latchkey.flushInactiveOAuth2Tokens();
  assert.ok(
    await isActive(latchkey, tokens.refresh_token ?? ""),
    "refresh tokens are never flushed",
  );
});
