import assert from "node:assert/strict";
import { test } from "node:test";
import { privateKeyFields } from "@latchkey/api";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { createSelfSigned } from "../../src/crypto/self-signed.ts";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";

const SET = "hydra.jwt.access-token";

test("posting to the set rotates the key, and tokens of the old one stay valid", async () => {
  const { latchkey, clock } = await startTestServer({ "strategies.access_token": "jwt" });
  const photos = await registerMachine(latchkey);
  const old = await tokenOf(latchkey, photos);

  for (const alg of ["ES256", "EdDSA", "PS256", "RS256"]) {
    await latchkey.createJsonWebKeySet({ set: SET, body: { alg, kid: alg } });
    const token = await tokenOf(latchkey, photos);
    assert.deepEqual(decodeProtectedHeader(token), { typ: "JWT", alg, kid: alg });
    const jwks = createLocalJWKSet(await latchkey.wellKnown());
    const currentDate = new Date(clock.now * 1000);
    await jwtVerify(token, jwks, { currentDate });
    await jwtVerify(old, jwks, { currentDate });
    assert.ok((await isActive(latchkey, token)) && (await isActive(latchkey, old)));
  }
});

test("a key that cannot sign does not take the place of one that can", async () => {
  const { latchkey } = await startTestServer({ "strategies.access_token": "jwt" });
  const photos = await registerMachine(latchkey);
  const before = decodeProtectedHeader(await tokenOf(latchkey, photos)).kid;
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "HS256" } });
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "ES256", use: "enc" } });
  const { keys } = await latchkey.createJsonWebKeySet({
    set: "elsewhere",
    body: { alg: "ES256", kid: "open" },
  });
  const { d: _hidden, kty = "EC", ...open } = keys[0] ?? {};
  await latchkey.updateJsonWebKey({ set: SET, kid: "open", body: { kty, ...open } });
  assert.equal(decodeProtectedHeader(await tokenOf(latchkey, photos)).kid, before);
});

test("a set that was deleted gets a new key with the next token", async () => {
  const { latchkey } = await startTestServer({ "strategies.access_token": "jwt" });
  const photos = await registerMachine(latchkey);
  const before = decodeProtectedHeader(await tokenOf(latchkey, photos)).kid;
  await latchkey.deleteJsonWebKeySet({ set: SET });
  const after = decodeProtectedHeader(await tokenOf(latchkey, photos)).kid;
  assert.ok(after !== undefined && after !== before);
  const { keys } = await latchkey.wellKnown();
  assert.ok(keys.some(({ kid }) => kid === after) && !keys.some(({ kid }) => kid === before));
});

test("the JWKS has public keys only, never a symmetric key, and every certificate", async () => {
  const { latchkey, clock } = await startTestServer({
    "strategies.access_token": "jwt",
    "webfinger.jwks.broadcast_keys": ["hydra.openid.id-token", "partners", "missing"],
  });
  const { key } = await createSelfSigned({ hosts: ["id.example"], days: 30, now: clock.now });
  const certified = { ...key, kid: "certified" };
  await latchkey.updateJsonWebKey({ set: "partners", kid: "certified", body: certified });
  await latchkey.createJsonWebKeySet({ set: "partners", body: { alg: "HS512", kid: "shared" } });
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "HS256", kid: "symmetric" } });
  for (const alg of ["RS256", "ES512", "EdDSA"]) {
    await latchkey.createJsonWebKeySet({ set: "partners", body: { alg, kid: alg } });
  }
  await latchkey.createJsonWebKeySet({
    set: "private matters",
    body: { alg: "RS256", kid: "unpublished" },
  });

  const { keys } = await latchkey.wellKnown();
  const kids = keys.map(({ kid }) => kid);
  assert.ok(["certified", "RS256", "ES512", "EdDSA"].every((kid) => kids.includes(kid)));
  assert.ok(!["shared", "symmetric", "unpublished"].some((kid) => kids.includes(kid)));
  assert.equal(new Set(kids).size, kids.length, "each key once");
  for (const jwk of keys) {
    assert.notEqual(jwk.kty, "oct");
    assert.deepEqual(
      privateKeyFields.filter((field) => field in jwk),
      [],
    );
  }
  assert.ok(key.x5c);
  assert.deepEqual(keys.find(({ kid }) => kid === "certified")?.x5c, key.x5c);
});

test("a key set that is configured twice is published once", async () => {
  const { latchkey } = await startTestServer({
    "webfinger.jwks.broadcast_keys": ["hydra.openid.id-token", "hydra.openid.id-token"],
  });
  assert.equal((await latchkey.wellKnown()).keys.length, 1);
});
