import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer } from "@latchkey/client";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { isActive } from "../operations/machine.ts";
import { startServerWithApp } from "../support/app.ts";
import { answerOf, codeFor, redeem, refresh, signIn, completeFlow } from "../support/flow.ts";

const SET = "hydra.jwt.access-token";
const session = { access_token: { team: "north" } };

for (const [whose, settings, app] of [
  ["the server", { "strategies.access_token": "jwt" }, {}],
  ["the client", {}, { access_token_strategy: "jwt" }],
] as const) {
  test(`with JWTs set by ${whose}, alice's access token can be verified with the public keys`, async () => {
    const { world, latchkey, photos, clock } = await startServerWithApp(settings, app);
    const params = { scope: "openid offline albums.read", audience: "https://api.example" };
    const { access_token } = await signIn(world, photos, { params, consent: { session } });
    const jwks = createLocalJWKSet(await latchkey.wellKnown());
    const { payload, protectedHeader } = await jwtVerify(access_token, jwks, {
      issuer: "http://127.0.0.1:4444",
      audience: "https://api.example",
      currentDate: new Date(clock.now * 1000),
    });
    assert.ok(protectedHeader.kid);
    const { jti, ...claims } = payload;
    assert.ok(jti);
    assert.deepEqual(claims, {
      iss: "http://127.0.0.1:4444",
      sub: "alice",
      aud: ["https://api.example"],
      client_id: "photos",
      scp: ["openid", "offline", "albums.read"],
      scope: "openid offline albums.read",
      ext: { team: "north" },
      auth_time: clock.now,
      iat: clock.now,
      nbf: clock.now,
      exp: clock.now + 3600,
    });
    const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
    assert.ok(introspection.active);
    assert.deepEqual(introspection.ext, { team: "north" });
    const person = await latchkey.userinfo({}, { authorization: bearer(access_token) });
    assert.equal(typeof person === "object" && person.sub, "alice");
  });
}

test("settings lift claims of the consent app to the top, and leave ext and nbf out", async () => {
  const { world, latchkey, photos } = await startServerWithApp({
    "strategies.access_token": "jwt",
    "oauth2.allowed_top_level_claims": ["team", "sub"],
    "oauth2.mirror_top_level_claims": false,
    "oauth2.exclude_not_before_claim": true,
  });
  const claimed = { access_token: { team: "north", sub: "mallory" } };
  const params = { scope: "openid offline" };
  const first = await signIn(world, photos, { params, consent: { session: claimed } });
  await check(first.access_token);
  const second = await refresh(world, photos, first.refresh_token);
  assert.ok(second.ok);
  await check(second.body.access_token);

  async function check(token: string): Promise<void> {
    const claims = decodeJwt(token);
    assert.deepEqual([claims["team"], claims.sub], ["north", "alice"]);
    assert.ok(!("ext" in claims) && !("nbf" in claims));
    const introspection = await latchkey.introspectOAuth2Token({ token });
    assert.ok(introspection.active);
    assert.deepEqual(introspection.ext, claimed.access_token);
    assert.equal(introspection.nbf, introspection.iat);
  }
});

test("it ends like any other: by rotation, revocation, deletion, replay and time", async () => {
  const { world, latchkey, photos, clock } = await startServerWithApp({
    "strategies.access_token": "jwt",
  });
  const { authorization = "" } = photos;
  const rotated = await signIn(world, photos);
  assert.ok((await refresh(world, photos, rotated.refresh_token)).ok);
  assert.equal(await isActive(latchkey, rotated.access_token), false, "rotation");

  const revoked = await signIn(world, photos);
  await latchkey.revokeOAuth2Token({ token: revoked.access_token }, { authorization });
  assert.equal(await isActive(latchkey, revoked.access_token), false, "revocation");
  assert.equal(await isActive(latchkey, revoked.refresh_token ?? ""), false, "and its peer");

  const deleted = await signIn(world, photos);
  await latchkey.deleteOAuth2Token({ client_id: "photos" });
  assert.equal(await isActive(latchkey, deleted.access_token), false, "deletion");

  const code = await codeFor(world, photos);
  const replayed = await redeem(world, photos, code);
  assert.ok(replayed.ok && (await isActive(latchkey, replayed.body.access_token)));
  clock.now += 1;
  await redeem(world, photos, code);
  assert.equal(await isActive(latchkey, replayed.body.access_token), false, "replay");

  const old = await signIn(world, photos);
  clock.now += 3600;
  assert.equal(await isActive(latchkey, old.access_token), false, "time");
});

test("a JWT stays valid after its key was rotated, until the key is deleted", async () => {
  const { world, latchkey, photos } = await startServerWithApp({
    "strategies.access_token": "jwt",
  });
  const { access_token: old } = await signIn(world, photos);
  const before = await latchkey.getJsonWebKeySet({ set: SET });
  const body = { alg: "ES256", kid: "next" };
  await latchkey.createJsonWebKeySet({ set: SET, body, sign_now: true });
  const { access_token } = await signIn(world, photos);
  assert.ok((await isActive(latchkey, old)) && (await isActive(latchkey, access_token)));
  for (const { kid = "" } of before.keys) await latchkey.deleteJsonWebKey({ set: SET, kid });
  assert.equal(await isActive(latchkey, old), false);
  assert.ok(await isActive(latchkey, access_token));
});

test("an implicit one works, and a changed one does not", async () => {
  const { world, latchkey, photos } = await startServerWithApp({
    "strategies.access_token": "jwt",
  });
  const params = { response_type: "token" };
  const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
  const { access_token = "" } = parameters;
  assert.ok(await isActive(latchkey, access_token));
  const [header = "", payload = "", signature = ""] = access_token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: "mallory" })).toString("base64url");
  assert.equal(await isActive(latchkey, `${header}.${changed}.${signature}`), false);
  const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
  assert.equal(await isActive(latchkey, `${unsigned}.${payload}.`), false);
});
