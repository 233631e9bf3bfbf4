import assert from "node:assert/strict";
import { test } from "node:test";
import { privateKeyFields } from "@latchkey/api";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { createSelfSigned } from "../../src/crypto/self-signed.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { isActive, type Machine, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const SET = "hydra.jwt.access-token";
const JWT = { "strategies.access_token": "jwt", "ttl.access_token": "1h" };
const HOUR = 3_600;

/** The kid of the key that signs now. */
async function signerOf({ latchkey }: Pick<TestServer, "latchkey">, machine: Machine) {
  return decodeProtectedHeader(await tokenOf(latchkey, machine)).kid;
}

test("posting to the set rotates the key, and tokens of the old one stay valid", async () => {
  const { latchkey, clock } = await startTestServer({ ...JWT, "ttl.access_token": "24h" });
  const photos = await registerMachine(latchkey);
  const old = await tokenOf(latchkey, photos);

  for (const alg of ["ES256", "EdDSA", "PS256", "RS256"]) {
    await latchkey.createJsonWebKeySet({ set: SET, body: { alg, kid: alg } });
    clock.now += HOUR;
    const token = await tokenOf(latchkey, photos);
    assert.deepEqual(decodeProtectedHeader(token), { typ: "JWT", alg, kid: alg });
    const jwks = createLocalJWKSet(await latchkey.wellKnown());
    const currentDate = new Date(clock.now * 1000);
    await jwtVerify(token, jwks, { currentDate });
    await jwtVerify(old, jwks, { currentDate });
    assert.ok((await isActive(latchkey, token)) && (await isActive(latchkey, old)));
  }
});

test("a key that is added is published at once, and signs when its announcement is over", async () => {
  const world = await startTestServer(JWT);
  const { latchkey, clock } = world;
  const photos = await registerMachine(latchkey);
  const before = await signerOf(world, photos);
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "ES256", kid: "next" } });
  assert.ok((await latchkey.wellKnown()).keys.some(({ kid }) => kid === "next"));
  for (const [seconds, kid] of [
    [0, before],
    [HOUR - 1, before],
    [1, "next"],
  ] as const) {
    clock.now += seconds;
    assert.equal(await signerOf(world, photos), kid);
  }
});

test("oidc.key_rotation.announce_period sets how long; sign_now skips it, for a compromised key", async () => {
  const world = await startTestServer({ ...JWT, "oidc.key_rotation.announce_period": "10m" });
  const { latchkey, clock } = world;
  const photos = await registerMachine(latchkey);
  await signerOf(world, photos);
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "announced" } });
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "at once" }, sign_now: true });
  assert.equal(await signerOf(world, photos), "at once");
  clock.now += 600;
  assert.equal(await signerOf(world, photos), "at once", "the newest signs");
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "last" } });
  clock.now += 600;
  assert.equal(await signerOf(world, photos), "last");
});

test("an imported key is announced; in an empty set it signs at once", async () => {
  const world = await startTestServer(JWT);
  const { latchkey, clock } = world;
  const photos = await registerMachine(latchkey);
  const make = async (kid: string) => {
    const { keys } = await latchkey.createJsonWebKeySet({ set: "mine", body: { kid } });
    return { kty: "RSA", ...keys[0], kid };
  };
  const [one, two] = [await make("one"), await make("two")];
  await latchkey.deleteJsonWebKeySet({ set: SET });
  await latchkey.updateJsonWebKey({ set: SET, kid: "one", body: one });
  assert.equal(await signerOf(world, photos), "one");
  await latchkey.updateJsonWebKey({ set: SET, kid: "two", body: two });
  assert.equal(await signerOf(world, photos), "one");

  clock.now += HOUR - 1;
  const whole = await latchkey.getJsonWebKeySet({ set: SET });
  await latchkey.updateJsonWebKeySet({ set: SET, body: whole });
  assert.equal(await signerOf(world, photos), "one");
  clock.now += 1;
  assert.equal(await signerOf(world, photos), "two", "written back as it was, it keeps its time");
  await latchkey.updateJsonWebKeySet({ set: SET, body: { keys: [one, two] } });
  assert.equal(await signerOf(world, photos), "one", "one that is published needs no announcement");
  await latchkey.updateJsonWebKeySet({ set: SET, body: { keys: [await make("three"), one] } });
  assert.equal(await signerOf(world, photos), "one");
  await latchkey.updateJsonWebKeySet({ set: SET, body: { keys: [await make("four"), two] } });
  assert.equal(await signerOf(world, photos), "four", "none of the set was known");
});

test("all servers on a database change over at the same moment", async () => {
  const worlds = await startTwoServers(JWT);
  const [one, two] = worlds;
  const photos = await registerMachine(one.latchkey);
  const before = await signerOf(one, photos);
  assert.equal(await signerOf(two, photos), before);
  await one.latchkey.createJsonWebKeySet({ set: SET, body: { alg: "ES256", kid: "next" } });
  await two.server.context.store.refresh();
  for (const [seconds, kid] of [
    [HOUR - 1, before],
    [1, "next"],
  ] as const) {
    for (const world of worlds) world.clock.now += seconds;
    for (const world of worlds) assert.equal(await signerOf(world, photos), kid);
  }
});

test("the keys of a set are announced, signing or retired", async () => {
  const world = await startTestServer(JWT);
  const { latchkey, clock } = world;
  const photos = await registerMachine(latchkey);
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().replace(".000", "");
  const first = (await signerOf(world, photos)) ?? "";
  const start = clock.now;
  const signing = { alg: "RS256", state: "signing", signing_since: at(start) };
  assert.deepEqual(await latchkey.listSigningKeys({ set: SET }), [{ kid: first, ...signing }]);
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "next" } });
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "HS256" } });
  assert.deepEqual(await latchkey.listSigningKeys({ set: SET }), [
    { kid: "next", alg: "RS256", state: "announced", signs_from: at(start + HOUR) },
    {
      kid: first,
      ...signing,
      signs_until: at(start + HOUR),
      needed_until: at(start + 2 * HOUR),
    },
  ]);
  clock.now += HOUR;
  assert.deepEqual(await latchkey.listSigningKeys({ set: SET }), [
    { kid: "next", ...signing, signing_since: at(start + HOUR) },
    { kid: first, alg: "RS256", state: "retired", needed_until: at(start + 2 * HOUR) },
  ]);
  clock.now += HOUR;
  assert.deepEqual(await latchkey.listSigningKeys({ set: SET }), [
    { kid: "next", ...signing, signing_since: at(start + HOUR) },
    { kid: first, alg: "RS256", state: "retired" },
  ]);
  assert.deepEqual(await latchkey.listSigningKeys({ set: "elsewhere" }), []);
});

test("a key is not retired while it signs, or while a token that it signed may be valid", async () => {
  const world = await startTestServer(JWT);
  const { latchkey, clock } = world;
  const photos = await registerMachine(latchkey);
  const kid = (await signerOf(world, photos)) ?? "";
  const retire = () => latchkey.call("retireSigningKey", { set: SET, kid });
  const refused = async (sentence: RegExp) => {
    const reply = await retire();
    assertRefused(reply, 409, "conflict");
    assert.match(JSON.stringify(reply.body), sentence);
  };
  await refused(/signs, and no key of the set takes over/);
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "next" } });
  await refused(/signs until 2027-01-15T09:00:00Z.*until 2027-01-15T10:00:00Z/);
  clock.now += HOUR;
  await refused(/may be valid until 2027-01-15T10:00:00Z/);
  clock.now += HOUR;
  assert.equal((await retire()).status, 204);
  assertRefused(await retire(), 404, "not_found");
  const { keys } = await latchkey.wellKnown();
  assert.ok(!keys.some((key) => key.kid === kid));
});

test("an announced key can be withdrawn, and DELETE of the contract deletes any key", async () => {
  const world = await startTestServer(JWT);
  const { latchkey } = world;
  const photos = await registerMachine(latchkey);
  const kid = (await signerOf(world, photos)) ?? "";
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "next" } });
  await latchkey.retireSigningKey({ set: SET, kid: "next" });
  await latchkey.createJsonWebKeySet({ set: SET, body: { kid: "last" } });
  await latchkey.deleteJsonWebKey({ set: SET, kid });
  assert.equal(
    await signerOf(world, photos),
    "last",
    "an announced key signs if it is the only one",
  );
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
