import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { bearer } from "@latchkey/client";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { registerMachine, tokenOf } from "../operations/machine.ts";
import { fieldsOf, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { authorize, codeFor, redeem, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const URL_OF_IT = "http://public.test/userinfo";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function start(app = {}) {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey, app);
  const tokens = await signIn(world, photos, {
    params: { nonce: "n" },
    login: { acr: "gold" },
    consent: { session: { id_token: { email: "alice@example.org" } } },
  });
  return { ...world, world, photos, tokens };
}

const PERSON = {
  iss: "http://127.0.0.1:4444",
  sub: "alice",
  aud: ["photos"],
  auth_time: 1_800_000_000,
  iat: 1_800_000_000,
  acr: "gold",
  email: "alice@example.org",
};

test("userinfo has the claims of the ID token, without those about the token itself", async () => {
  const { latchkey, tokens } = await start();
  const reply = await latchkey.call("userinfo", {}, { authorization: bearer(tokens.access_token) });
  assert.deepEqual(reply.body, PERSON);
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
  assert.match(reply.headers.get("cache-control") ?? "", /no-store/);
});

for (const security_profile of ["oauth2.1", "mcp"] as const) {
  test(`under ${security_profile}, iss, aud and iat are in signed responses alone`, async () => {
    const world = await startTestServer();
    const code_challenge = createHash("sha256").update("a".repeat(43)).digest("base64url");
    const options = { params: { code_challenge, code_challenge_method: "S256" } };
    const personOf = async (app: OAuth2ClientInput) => {
      const photos = await registerApp(world.latchkey, { security_profile, ...app });
      const redeemed = await redeem(world, photos, await codeFor(world, photos, options), {
        code_verifier: "a".repeat(43),
      });
      assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
      const authorization = bearer(redeemed.body.access_token);
      return world.latchkey.userinfo({}, { authorization });
    };
    const plain = await personOf({ client_id: "plain" });
    assert.ok(typeof plain === "object");
    assert.equal(plain.sub, "alice");
    for (const name of ["iss", "aud", "iat"]) assert.ok(!(name in plain), name);
    const signed = await personOf({ client_id: "signed", userinfo_signed_response_alg: "ES256" });
    assert.ok(typeof signed === "string");
    const { iss, aud, iat } = decodeJwt(signed);
    assert.deepEqual([iss, aud, iat], [PERSON.iss, ["signed"], world.clock.now]);
  });
}

test("userinfo has rat where the setting asks for it", async () => {
  const world = await startTestServer({ "oidc.rat_claim": true });
  const { access_token } = await signIn(world, await registerApp(world.latchkey));
  const person = await world.latchkey.userinfo({}, { authorization: bearer(access_token) });
  assert.ok(typeof person === "object");
  assert.equal(person["rat"], world.clock.now);
});

test("the token may come in the header, in a form, or in the query", async () => {
  const { fetch, tokens } = await start();
  const { access_token } = tokens;
  const body = new URLSearchParams({ access_token }).toString();
  const authorization = `bearer ${access_token}`;
  const ways = [
    fetch(URL_OF_IT, { headers: { authorization } }),
    fetch(URL_OF_IT, { method: "POST", headers: { authorization } }),
    fetch(URL_OF_IT, { method: "POST", headers: FORM, body }),
    fetch(`${URL_OF_IT}?${body}`),
  ];
  for (const way of ways) assert.deepEqual((await receive(way)).body, PERSON);
});

test("the token may come in one way only", async () => {
  const { fetch, tokens } = await start();
  const { access_token } = tokens;
  const headers = { authorization: bearer(access_token) };
  const query = new URLSearchParams({ access_token });
  const { status, headers: answered } = await receive(fetch(`${URL_OF_IT}?${query}`, { headers }));
  assert.equal(status, 400);
  assert.match(answered.get("www-authenticate") ?? "", /^Bearer error="invalid_request"/);
});

for (const alg of ["RS256", "ES256"]) {
  test(`a client that registered ${alg} gets a JWT signed so`, async () => {
    const { latchkey, clock, tokens } = await start({ userinfo_signed_response_alg: alg });
    clock.now += 60;
    const authorization = bearer(tokens.access_token);
    const reply = await latchkey.call("userinfo", {}, { authorization });
    assert.ok(reply.ok && typeof reply.body === "string");
    assert.match(reply.headers.get("content-type") ?? "", /^application\/jwt/);
    const jwks = createLocalJWKSet(await latchkey.wellKnown());
    const { payload } = await jwtVerify(reply.body, jwks, {
      issuer: PERSON.iss,
      audience: "photos",
      algorithms: [alg],
      currentDate: new Date(clock.now * 1000),
    });
    const { jti, ...claims } = payload;
    assert.ok(jti && jti !== decodeJwt(tokens.id_token ?? "").jti);
    assert.deepEqual(claims, { ...PERSON, iat: clock.now });
  });
}

test("a signed response is no ID token, though the same keys sign both: it is refused as a hint", async () => {
  const { world, latchkey, photos, tokens } = await start({
    userinfo_signed_response_alg: "RS256",
  });
  const hint = async (id_token_hint: string) => {
    const asked = await authorize(openBrowser(world), requestOf(photos, { id_token_hint }));
    return locationOf(asked).searchParams.get("error");
  };
  const shown = await latchkey.userinfo({}, { authorization: bearer(tokens.access_token) });
  assert.ok(typeof shown === "string");
  assert.equal(await hint(shown), "invalid_request");
  assert.equal(await hint(tokens.id_token ?? ""), null);
});

test("without a token the response is 401 without an error code", async () => {
  const { latchkey } = await start();
  const reply = await latchkey.call("userinfo");
  assert.equal(reply.status, 401);
  assert.equal(reply.headers.get("www-authenticate"), 'Bearer realm="Latchkey"');
  assert.equal(fieldsOf(reply.body)["error"], "request_unauthorized");
});

test("a token without a user is rejected as RFC 6750 requires", async () => {
  const { latchkey, clock, tokens } = await start();
  const robot = await registerMachine(latchkey, { client_id: "robot" });
  const machine = await tokenOf(latchkey, robot);
  const refused = async (token: string) => {
    const reply = await latchkey.call("userinfo", {}, { authorization: bearer(token) });
    assert.equal(reply.status, 401);
    const challenge = reply.headers.get("www-authenticate") ?? "";
    assert.match(challenge, /^Bearer error="invalid_token", error_description="[^"\\]+"$/);
  };
  for (const token of ["nonsense", tokens.refresh_token, tokens.id_token, machine]) {
    await refused(token ?? "");
  }
  clock.now += 3600;
  await refused(tokens.access_token);
});

test("a token that was revoked is refused", async () => {
  const { latchkey, photos, tokens } = await start();
  const { authorization = "" } = photos;
  await latchkey.revokeOAuth2Token({ token: tokens.access_token }, { authorization });
  const shown = { authorization: bearer(tokens.access_token) };
  assert.equal((await latchkey.call("userinfo", {}, shown)).status, 401);
});
