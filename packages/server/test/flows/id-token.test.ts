import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  passConsent,
  passLogin,
  requestOf,
  signIn,
  completeFlow,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const ISSUER = "http://127.0.0.1:4444";
const NOW = 1_800_000_000;

/** Each algorithm and the digest inside it. Ed25519 has SHA-512 inside. */
const algorithms = {
  RS256: "sha256",
  RS384: "sha384",
  RS512: "sha512",
  PS256: "sha256",
  PS384: "sha384",
  PS512: "sha512",
  ES256: "sha256",
  ES384: "sha384",
  ES512: "sha512",
  EdDSA: "sha512",
} as const;

for (const [alg, digest] of Object.entries(algorithms)) {
  test(`a client that registered ${alg} gets ID tokens signed so, and their hashes fit`, async () => {
    const world = await startTestServer();
    const photos = await registerApp(world.latchkey, { id_token_signed_response_alg: alg });
    const params = { response_type: "code id_token token", nonce: "n" };
    const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
    const { id_token = "", access_token = "", code = "" } = parameters;
    const jwks = createLocalJWKSet(await world.latchkey.wellKnown());
    const { payload, protectedHeader } = await jwtVerify(id_token, jwks, {
      issuer: ISSUER,
      audience: "photos",
      algorithms: [alg],
      currentDate: new Date(NOW * 1000),
    });
    assert.equal(protectedHeader.alg, alg);
    assert.equal(protectedHeader.typ, "JWT");
    assert.ok(protectedHeader.kid);
    const leftHalf = (text: string): string => {
      const bytes = hash(digest, text, "buffer");
      return bytes.toString("base64url", 0, bytes.length / 2);
    };
    assert.equal(payload["at_hash"], leftHalf(access_token));
    assert.equal(payload["c_hash"], leftHalf(code));
  });
}

test("an ID token has every claim it promises, and no more", async () => {
  const world = await startTestServer();
  const { latchkey, clock } = world;
  const photos = await registerApp(latchkey);
  const { id_token = "", access_token } = await signIn(world, photos, {
    params: { nonce: "n of photos" },
    login: { acr: "gold", amr: ["pwd", "otp"] },
    consent: { session: { id_token: { email: "alice@example.org", groups: ["a", "b"] } } },
  });
  const { jti, sid, at_hash, ...claims } = decodeJwt(id_token);
  assert.deepEqual(claims, {
    iss: ISSUER,
    sub: "alice",
    aud: ["photos"],
    iat: clock.now,
    exp: clock.now + 3600,
    auth_time: clock.now,
    nonce: "n of photos",
    acr: "gold",
    amr: ["pwd", "otp"],
    email: "alice@example.org",
    groups: ["a", "b"],
  });
  assert.ok(jti && sid);
  const digest = hash("sha256", access_token, "buffer").toString("base64url", 0, 16);
  assert.equal(at_hash, digest);
});

test("the consent provider cannot speak under our names", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const reserved = {
    iss: "https://mallory.example",
    sub: "mallory",
    aud: ["bank"],
    exp: 1,
    iat: 1,
    rat: 1,
    auth_time: 1,
    nonce: "m",
    jti: "m",
    sid: "m",
    at_hash: "m",
    c_hash: "m",
  };
  const { id_token = "" } = await signIn(world, photos, {
    params: { nonce: "n" },
    consent: { session: { id_token: reserved } },
  });
  const claims = decodeJwt(id_token);
  for (const [name, value] of Object.entries(reserved))
    assert.notDeepEqual(claims[name], value, name);
});

test("the times are those of the request, the login and the token", async () => {
  const world = await startTestServer({ "ttl.id_token": "5m", "oidc.rat_claim": true });
  const photos = await registerApp(world.latchkey);
  const { clock } = world;
  const params = { response_type: "id_token", nonce: "n" };
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos, params));
  clock.now += 10;
  const loggedIn = await passLogin(world, browser, asked);
  clock.now += 20;
  const { parameters } = await answerOf(await passConsent(world, browser, loggedIn));
  const { rat, auth_time, iat, exp } = decodeJwt(parameters["id_token"] ?? "");
  assert.deepEqual([rat, auth_time, iat, exp], [NOW, NOW + 10, NOW + 30, NOW + 330]);
});

test("acr is 0 where a level was asked for and none reached, and absent where none was asked for", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const asked = await signIn(world, photos, { params: { acr_values: "gold" } });
  assert.equal(decodeJwt(asked.id_token ?? "")["acr"], "0");
  const plain = await signIn(world, photos);
  const claims = decodeJwt(plain.id_token ?? "");
  assert.ok(!("acr" in claims) && !("amr" in claims) && !("c_hash" in claims));
});

test("the server's own default decides for a client that did not say", async () => {
  const world = await startTestServer({ "oidc.id_token_signed_response_alg": "ES256" });
  const photos = await registerApp(world.latchkey);
  const { id_token = "" } = await signIn(world, photos);
  const jwks = createLocalJWKSet(await world.latchkey.wellKnown());
  const options = { algorithms: ["ES256"], currentDate: new Date(NOW * 1000) };
  await jwtVerify(id_token, jwks, options);
});

test("the issuer is written exactly as it was configured, slash or no slash", async () => {
  for (const issuer of ["https://id.example", "https://id.example/", "https://id.example/tenant"]) {
    const publicUrl = "https://id.example"; // A proxy takes the path away before we see it.
    const settings = { "urls.self.issuer": issuer, "urls.self.public": publicUrl };
    const world = await startTestServer(settings);
    const photos = await registerApp(world.latchkey);
    const { parameters } = await answerOf(await completeFlow(world, photos));
    assert.equal(parameters["iss"], issuer);
    const { id_token = "" } = await signIn(world, photos);
    assert.equal(decodeJwt(id_token).iss, issuer);
    assert.equal((await world.latchkey.discoverOpenIDConfiguration()).issuer, issuer);
  }
});
