import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

const { latchkey, fetch } = await startTestServer();

/** What is asked for, and the members of the key that comes: RFC 7518 §6, RFC 8037 §2. */
const generated: readonly [string, string, Readonly<Record<string, string>>, readonly string[]][] =
  [
    ["RS256", "RS256", { kty: "RSA", e: "AQAB" }, ["n", "d", "p", "q", "dp", "dq", "qi"]],
    ["PS384", "PS384", { kty: "RSA", e: "AQAB" }, ["n", "d", "p", "q", "dp", "dq", "qi"]],
    ["ES256", "ES256", { kty: "EC", crv: "P-256" }, ["x", "y", "d"]],
    ["ES384", "ES384", { kty: "EC", crv: "P-384" }, ["x", "y", "d"]],
    ["ES512", "ES512", { kty: "EC", crv: "P-521" }, ["x", "y", "d"]],
    ["ECDSA", "ES512", { kty: "EC", crv: "P-521" }, ["x", "y", "d"]],
    ["EdDSA", "EdDSA", { kty: "OKP", crv: "Ed25519" }, ["x", "d"]],
    ["HS256", "HS256", { kty: "oct" }, ["k"]],
    ["HS384", "HS384", { kty: "oct" }, ["k"]],
    ["HS512", "HS512", { kty: "oct" }, ["k"]],
  ];

for (const [asked, alg, fixed, numbers] of generated) {
  test(`${asked} makes one ${fixed["kty"]} key with the requested kid, private fields included`, async () => {
    const set = `made.${asked}`;
    const reply = await latchkey.call("createJsonWebKeySet", {
      set,
      body: { alg: asked, use: "sig", kid: "mail" },
    });
    assert.ok(reply.ok);
    assert.equal(reply.status, 201);
    assert.equal(reply.headers.get("location"), `/keys/${set}`);
    assert.equal(reply.body.keys.length, 1);

    const { ...key }: Record<string, unknown> = { ...reply.body.keys[0] };
    for (const member of numbers) {
      assert.match(String(key[member]), /^[\w-]{20,}$/, member);
      delete key[member];
    }
    assert.deepEqual(key, { ...fixed, alg, use: "sig", kid: "mail" });
    assert.deepEqual(await latchkey.getJsonWebKeySet({ set }), reply.body);
    assert.deepEqual(await latchkey.getJsonWebKey({ set, kid: "mail" }), reply.body);
  });
}

test("an RSA key has 2048 bits, or oidc.rsa_bits", async () => {
  const larger = await startTestServer({ "oidc.rsa_bits": 3072 });
  for (const [server, bytes] of [
    [latchkey, 256],
    [larger.latchkey, 384],
  ] as const) {
    const { keys } = await server.createJsonWebKeySet({ set: "size", body: { alg: "RS256" } });
    assert.equal(Buffer.from(keys[0]?.n ?? "", "base64url").length, bytes);
  }
});

test("asked for nothing in particular, a set gets a signing key for RS256 with a kid of its own", async () => {
  const { keys } = await latchkey.createJsonWebKeySet({ set: "plain" });
  assert.deepEqual([keys[0]?.alg, keys[0]?.use], ["RS256", "sig"]);
  assert.match(keys[0]?.kid ?? "", /^[\w-]{16,}$/);
});

test("null in a request for a key counts as left out", async () => {
  const response = await fetch("http://admin.test/keys/nulls", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ alg: null, use: null, kid: null }),
  });
  assert.equal(response.status, 201);
  const { keys } = await latchkey.getJsonWebKeySet({ set: "nulls" });
  assert.deepEqual([keys[0]?.alg, keys[0]?.use], ["RS256", "sig"]);
  assert.match(keys[0]?.kid ?? "", /^[\w-]{16,}$/);
});

test("a set grows by what is posted to it, the newest key first", async () => {
  for (const kid of ["first", "second", "third"]) {
    await latchkey.createJsonWebKeySet({ set: "growing", body: { alg: "ES256", kid } });
  }
  const { keys } = await latchkey.getJsonWebKeySet({ set: "growing" });
  assert.deepEqual(
    keys.map(({ kid }) => kid),
    ["third", "second", "first"],
  );
  const again = { set: "growing", body: { alg: "ES256", kid: "second" } };
  assertRefused(await latchkey.call("createJsonWebKeySet", again), 409, "conflict");
  const elsewhere = { set: "another", body: { alg: "ES256", kid: "second" } };
  assert.equal((await latchkey.call("createJsonWebKeySet", elsewhere)).status, 201);
});

test("own keys take the place of a set, in their order", async () => {
  const own = await ownKeys();
  const reply = await latchkey.call("updateJsonWebKeySet", { set: "own", body: { keys: own } });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, { keys: own });
  await latchkey.updateJsonWebKeySet({ set: "own", body: { keys: own.toReversed() } });
  assert.deepEqual(await latchkey.getJsonWebKeySet({ set: "own" }), { keys: own.toReversed() });
  await latchkey.updateJsonWebKeySet({ set: "own", body: { keys: [] } });
  assertRefused(await latchkey.call("getJsonWebKeySet", { set: "own" }), 404, "not_found");
});

test("an imported key without a kid gets one; unknown fields are dropped", async () => {
  const [key] = await ownKeys();
  const { kid, ...nameless } = { ...key, kty: "EC", colour: "red" };
  const { keys } = await latchkey.updateJsonWebKeySet({
    set: "nameless",
    body: { keys: [nameless] },
  });
  assert.ok(keys[0]?.kid !== undefined && keys[0].kid !== kid);
  assert.ok(!("colour" in keys[0]));
});

test("one own key is stored under the kid of its path, and put again replaces itself", async () => {
  const [one, other] = await ownKeys();
  assert.ok(one && other);
  const path = { set: "single", kid: "public:1" };
  const { kid: _kid, ...nameless } = one;
  const reply = await latchkey.call("updateJsonWebKey", { ...path, body: nameless });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, { ...one, kid: "public:1" });

  const replacement = { ...other, kid: "public:1" };
  assert.deepEqual(await latchkey.updateJsonWebKey({ ...path, body: replacement }), replacement);
  assert.deepEqual(await latchkey.getJsonWebKeySet({ set: "single" }), { keys: [replacement] });
  assertRefused(
    await latchkey.call("updateJsonWebKey", { ...path, body: one }),
    400,
    "invalid_request",
  );
});

test("a key for no algorithm is refused, alone and in a set", async () => {
  const [key] = await ownKeys();
  const unsigned = { ...key, kty: "EC", alg: "none" };
  const { kid = "" } = unsigned;
  const alone = await latchkey.call("updateJsonWebKey", { set: "unsigned", kid, body: unsigned });
  assertRefused(alone, 400, "invalid_request");
  const body = { keys: [unsigned] };
  const inSet = await latchkey.call("updateJsonWebKeySet", { set: "unsigned", body });
  assertRefused(inSet, 400, "invalid_request");
});

test("sets and kids may be called what a path must escape", async () => {
  const place = { set: "a/b ü", kid: "c?d#e%2F" };
  const [key] = await ownKeys();
  await latchkey.updateJsonWebKey({ ...place, body: { ...key, kty: "EC", kid: place.kid } });
  assert.equal((await latchkey.getJsonWebKey(place)).keys[0]?.kid, place.kid);
  const made = await latchkey.call("createJsonWebKeySet", {
    set: place.set,
    body: { alg: "HS256" },
  });
  assert.equal(made.headers.get("location"), `/keys/${encodeURIComponent(place.set)}`);
});

test("what is unknown is 404 to read and 204 to delete", async () => {
  const key = { set: "growing", kid: "nobody" };
  assertRefused(await latchkey.call("getJsonWebKeySet", { set: "nobody" }), 404, "not_found");
  assertRefused(await latchkey.call("getJsonWebKey", key), 404, "not_found");
  assertRefused(await latchkey.call("getJsonWebKey", { ...key, set: "nobody" }), 404, "not_found");
  assert.equal((await latchkey.call("deleteJsonWebKeySet", { set: "nobody" })).status, 204);
  assert.equal((await latchkey.call("deleteJsonWebKey", key)).status, 204);
});

test("a deleted key is gone and its peers stay; a deleted set is gone", async () => {
  const set = "falling";
  for (const kid of ["stays", "goes"]) {
    await latchkey.createJsonWebKeySet({ set, body: { alg: "HS256", kid } });
  }
  const reply = await latchkey.call("deleteJsonWebKey", { set, kid: "goes" });
  assert.equal(reply.status, 204);
  assert.equal(reply.body, undefined);
  assert.deepEqual(
    (await latchkey.getJsonWebKeySet({ set })).keys.map(({ kid }) => kid),
    ["stays"],
  );
  assert.equal((await latchkey.call("deleteJsonWebKeySet", { set })).status, 204);
  assertRefused(await latchkey.call("getJsonWebKeySet", { set }), 404, "not_found");
});

/** Three keys to import. They are generated in a set that is deleted again. */
async function ownKeys() {
  for (const kid of ["EC1", "EC2", "EC3"]) {
    await latchkey.createJsonWebKeySet({ set: "source", body: { alg: "ES256", kid } });
  }
  const { keys } = await latchkey.getJsonWebKeySet({ set: "source" });
  await latchkey.deleteJsonWebKeySet({ set: "source" });
  return keys;
}

test("the key sets that exist are listed by name, and listing creates none", async () => {
  const fresh = await startTestServer();
  const names = async () => (await fresh.latchkey.listJsonWebKeySets({})).map(({ set }) => set);
  const before = await names();
  assert.deepEqual(await names(), before);
  for (const set of ["hydra.jwt.access-token", "hydra.https-tls"])
    assert.ok(!before.includes(set), set);
  for (const kid of ["red", "white"])
    await fresh.latchkey.createJsonWebKeySet({ set: "a set", body: { alg: "ES256", kid } });
  const reply = await fresh.latchkey.call("listJsonWebKeySets", { limit: 1 });
  assert.ok(reply.ok);
  assert.deepEqual(reply.body, [{ set: "a set", keys: 2, algs: ["ES256"] }]);
  assert.equal(reply.headers.get("x-total-count"), String(before.length + 1));
  await fresh.latchkey.deleteJsonWebKeySet({ set: "a set" });
  assert.deepEqual(await names(), before);
});
