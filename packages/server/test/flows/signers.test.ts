import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { privateKeyFields } from "@latchkey/api";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { SettingFileError } from "../../src/config/setting-file.ts";
import { createServer } from "../../src/process/server.ts";
import { registerApp } from "../support/app.ts";
import { codeFor, redeem, refresh, signIn } from "../support/flow.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { startTestServer, testConfig } from "../support/server.ts";

const ID_TOKENS = "hydra.openid.id-token";
const ACCESS_TOKENS = "hydra.jwt.access-token";
const MODULE = fileURLToPath(new URL("../support/memory-signer.ts", import.meta.url));

async function startWithSigner(settings = {}) {
  const signer = createMemorySigner();
  const world = await startTestServer(settings, { signers: { hsm: signer } });
  return { ...world, world, signer };
}

for (const [key, alg] of [
  ["rsa", "RS256"],
  ["ec", "ES256"],
  ["ed", "EdDSA"],
] as const) {
  test(`ID tokens and access tokens are signed by a signer with ${alg}, and verify with the JWKS`, async () => {
    const { world, latchkey, clock, signer } = await startWithSigner({
      "strategies.access_token": "jwt",
    });
    const app = { id_token_signed_response_alg: alg };
    const photos = await registerApp(latchkey, app);
    for (const set of [ID_TOKENS, ACCESS_TOKENS]) {
      const body = { signer: "hsm", key, kid: `in ${set}` };
      const added = await latchkey.addSigningKey({ set, body, sign_now: true });
      assert.equal(added.signer_key, key);
      assert.ok(!privateKeyFields.some((field) => field in added));
    }
    const signedBefore = signer.calls.signed;
    const { id_token = "", access_token } = await signIn(world, photos);
    assert.equal(signer.calls.signed - signedBefore, 2);
    const published = await latchkey.wellKnown();
    assert.ok(!JSON.stringify(published).includes("signer"));
    for (const [token, set] of [
      [id_token, ID_TOKENS],
      [access_token, ACCESS_TOKENS],
    ] as const) {
      assert.deepEqual(decodeProtectedHeader(token), { typ: "JWT", alg, kid: `in ${set}` });
      const currentDate = new Date(clock.now * 1000);
      await jwtVerify(token, createLocalJWKSet(published), { currentDate });
    }
  });
}

test("a key of a signer is announced like any other, and listed with its signer", async () => {
  const { world, latchkey, clock } = await startWithSigner({
    "oidc.key_rotation.announce_period": "10m",
  });
  const photos = await registerApp(latchkey);
  await signIn(world, photos);
  const body = { signer: "hsm", key: "rsa", kid: "in the module" };
  await latchkey.addSigningKey({ set: ID_TOKENS, body });
  const kidNow = async () =>
    decodeProtectedHeader((await signIn(world, photos)).id_token ?? "").kid;
  assert.notEqual(await kidNow(), "in the module");
  const [newest] = await latchkey.listSigningKeys({ set: ID_TOKENS });
  assert.deepEqual([newest?.signer, newest?.state], ["hsm", "announced"]);
  clock.now += 600;
  assert.equal(await kidNow(), "in the module");
});

test("a set is exported and replaced with its keys in signers", async () => {
  const { world, latchkey } = await startWithSigner();
  const body = { signer: "hsm", key: "rsa", kid: "in the module" };
  await latchkey.addSigningKey({ set: ID_TOKENS, body, sign_now: true });
  const held = await latchkey.getJsonWebKeySet({ set: ID_TOKENS });
  await latchkey.updateJsonWebKeySet({ set: ID_TOKENS, body: held });
  assert.deepEqual(await latchkey.getJsonWebKeySet({ set: ID_TOKENS }), held);
  const { id_token = "" } = await signIn(world, await registerApp(latchkey));
  assert.equal(decodeProtectedHeader(id_token).kid, "in the module");
});

test("a signer that fails is a temporary error: the code is not spent, and the log says why", async () => {
  const { world, latchkey, signer, lines } = await startWithSigner();
  const photos = await registerApp(latchkey);
  const body = { signer: "hsm", key: "rsa" };
  await latchkey.addSigningKey({ set: ID_TOKENS, body, sign_now: true });
  const code = await codeFor(world, photos);

  signer.interrupt = async () => Promise.reject(new Error("the token is not present"));
  const refused = await redeem(world, photos, code);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.match(JSON.stringify(refused.body), /"error":"temporarily_unavailable"/);
  assert.ok(!JSON.stringify(refused.body).includes("token is not present"));
  world.server.context.log.flush();
  const line = lines
    .join("")
    .split("\n")
    .find((one) => one.includes('"not signed"'));
  assert.match(line ?? "", /The signer hsm failed: the token is not present/);
  const metrics = String((await latchkey.call("prometheus")).body);
  assert.match(metrics, /latchkey_request_failures_total\{cause="signer"\} 1\n/);
  assert.match(
    metrics,
    /latchkey_signer_duration_seconds_count\{signer="hsm",operation="sign",outcome="failed"\} 1\n/,
  );

  signer.interrupt = undefined;
  assert.equal((await redeem(world, photos, code)).status, 200);
});

test("a refresh token is not spent by a request that could not be signed", async () => {
  const { world, latchkey, signer } = await startWithSigner();
  const photos = await registerApp(latchkey, { scope: "openid offline" });
  const body = { signer: "hsm", key: "rsa" };
  await latchkey.addSigningKey({ set: ID_TOKENS, body, sign_now: true });
  const params = { scope: "openid offline" };
  const { refresh_token = "" } = await signIn(world, photos, { params });
  signer.interrupt = async () => Promise.reject(new Error("the token is not present"));
  assert.equal((await refresh(world, photos, refresh_token)).status, 503);
  world.clock.now += 3_600; // Longer than any grace period for repeated requests.
  signer.interrupt = undefined;
  const refreshed = await refresh(world, photos, refresh_token);
  assert.equal(refreshed.status, 200);
  assert.match(JSON.stringify(refreshed.body), /"id_token":"ey/);
});

test("what a signer signs with another key than the published one is not issued", async () => {
  const { world, latchkey, signer } = await startWithSigner();
  const photos = await registerApp(latchkey);
  await latchkey.addSigningKey({
    set: ID_TOKENS,
    body: { signer: "hsm", key: "rsa" },
    sign_now: true,
  });
  const code = await codeFor(world, photos);
  signer.replaceKeys();
  assert.equal((await redeem(world, photos, code)).status, 503);
});

test("a key whose signer the settings do not have signs nothing: the server does not fall back to another", async () => {
  const { world, latchkey } = await startWithSigner();
  const photos = await registerApp(latchkey);
  await latchkey.addSigningKey({
    set: ID_TOKENS,
    body: { signer: "hsm", key: "rsa" },
    sign_now: true,
  });
  const held = await latchkey.getJsonWebKeySet({ set: ID_TOKENS });
  const other = await startTestServer();
  const theirs = await registerApp(other.latchkey);
  await other.latchkey.updateJsonWebKeySet({ set: ID_TOKENS, body: held, sign_now: true });
  const code = await codeFor(other, theirs);
  assert.equal((await redeem(other, theirs, code)).status, 503);
  assert.equal((await redeem(world, photos, await codeFor(world, photos))).status, 200);
});

test("keys and algorithms that a signer does not have are refused, and so is a second key with the kid", async () => {
  const { latchkey } = await startWithSigner();
  const add = (body: object, set = ID_TOKENS) =>
    latchkey.call("addSigningKey", {
      set,
      body: { signer: "hsm", key: "rsa", kid: "one", ...body },
    });
  for (const [body, status] of [
    [{ signer: "elsewhere" }, 400],
    [{ key: "missing" }, 400],
    [{ alg: "ES256" }, 400],
    [{ kid: "\0" }, 400],
    [{ colour: "red" }, 400],
    [{}, 201],
    [{}, 409],
  ] as const)
    assert.equal((await add(body)).status, status, JSON.stringify(body));
  assert.equal((await add({}, "invoices")).status, 400);
});

test("a stored key may not have both a signer and a private half", async () => {
  const { latchkey } = await startWithSigner();
  const { keys } = await latchkey.createJsonWebKeySet({ set: "mail", body: { alg: "ES256" } });
  const body = { keys: [{ ...keys[0], kty: "EC", signer: "hsm", signer_key: "ec" }] };
  assert.equal((await latchkey.call("updateJsonWebKeySet", { set: "mail", body })).status, 400);
});

test("signers are listed with their state and their keys", async () => {
  const { latchkey, signer } = await startWithSigner();
  const [ready] = await latchkey.listSigners();
  assert.deepEqual(
    ready?.keys.map(({ key, algs }) => [key, ...algs]),
    [
      ["rsa", "RS256"],
      ["ec", "ES256"],
      ["ed", "EdDSA"],
    ],
  );
  assert.equal(ready?.state, "ready");
  signer.publicKeys = async () => Promise.reject(new Error("unplugged"));
  const problem = "The signer hsm failed: unplugged";
  assert.deepEqual(await latchkey.listSigners(), [
    { name: "hsm", state: "unavailable", problem, keys: [] },
  ]);
});

test("a module of the settings is loaded by its path, and closed with the server", async () => {
  const { latchkey } = await startTestServer({ signers: { file: { module: MODULE } } });
  assert.deepEqual(
    (await latchkey.listSigners()).map(({ name, state }) => [name, state]),
    [["file", "ready"]],
  );
  const signer = createMemorySigner();
  const server = await createServer(testConfig(), { signers: { hsm: signer } });
  await server.close();
  assert.equal(signer.calls.closed, 1);
});

for (const [what, entry, message] of [
  ["a module that does not exist", { module: "./nowhere.ts" }, /signers\.hsm.*cannot be loaded/],
  ["a package that is not installed", { module: "@nowhere/hsm" }, /cannot be loaded/],
  ["a module without openSigner", { module: "node:os" }, /exports no function openSigner/],
  [
    "options that the module refuses",
    { module: MODULE, options: { refuses: true, pin: "hunter2" } },
    /cannot be opened: these options are not accepted/,
  ],
] as const)
  test(`a server does not start with ${what}`, async () => {
    const starting = createServer(testConfig({ signers: { hsm: entry } }));
    after(async () => (await starting.catch(() => undefined))?.close());
    await assert.rejects(starting, (error: unknown) => {
      assert.ok(error instanceof SettingFileError);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    });
  });
