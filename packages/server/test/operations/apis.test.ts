import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const { latchkey, fetch, clock } = await startTestServer();

test("an API is created, read, listed, searched, replaced and deleted", async () => {
  const reply = await latchkey.call("createApi", {
    body: {
      identifier: "https://photos.example/api",
      name: "Photos API",
      scopes: ["photos.read", "photos.read"],
      access_token_format: "jwt",
      access_token_lifespan: "10m",
      access_token_signing_alg: "ES256",
      introspection_clients: ["photos-api"],
    },
  });
  assert.ok(reply.ok);
  assert.equal(reply.status, 201);
  const created = reply.body;
  const { id } = created;
  assert.equal(reply.headers.get("location"), `/apis/${id}`);
  const at = new Date(clock.now * 1000).toISOString().replace(".000Z", "Z");
  assert.deepEqual(created, {
    id,
    identifier: "https://photos.example/api",
    name: "Photos API",
    scopes: ["photos.read"],
    access_token_format: "jwt",
    access_token_lifespan: "10m",
    access_token_signing_alg: "ES256",
    access_token_jwt_typ: "at+jwt",
    allow_any_client: false,
    consent_required: true,
    introspection_clients: ["photos-api"],
    created_at: at,
    updated_at: at,
  });
  assert.deepEqual(await latchkey.getApi({ id }), created);
  assert.deepEqual(await latchkey.listApis(), [created]);
  assert.deepEqual(await latchkey.listApis({ search: "PHOTOS.EXAMPLE" }), [created]);
  assert.deepEqual(await latchkey.listApis({ search: "mail" }), []);

  clock.now += 10;
  const body = { ...created, name: "Albums API", allow_any_client: true };
  const replaced = await latchkey.updateApi({ id, body });
  assert.equal(replaced.name, "Albums API");
  assert.equal(replaced.created_at, created.created_at);
  assert.notEqual(replaced.updated_at, created.updated_at);
  assert.deepEqual(await latchkey.getApi({ id }), replaced);

  await latchkey.deleteApi({ id });
  assert.deepEqual(await latchkey.listApis(), []);
});

test("the key of an API's algorithm is published before its first token, and signs nothing else", async () => {
  const world = await startTestServer({ "strategies.access_token": "jwt" });
  const before = await world.latchkey.wellKnown();
  const body = {
    identifier: "urn:example:api",
    access_token_format: "jwt",
    access_token_signing_alg: "EdDSA",
  } as const;
  const { id } = await world.latchkey.createApi({ body });
  const after = await world.latchkey.wellKnown();
  assert.deepEqual(
    after.keys.filter(({ alg }) => alg === "EdDSA").length,
    before.keys.filter(({ alg }) => alg === "EdDSA").length + 1,
  );
  const { access_token_signing_alg: _, ...opaque } = await world.latchkey.getApi({ id });
  await world.latchkey.updateApi({ id, body: { ...opaque, access_token_format: "opaque" } });
  assert.deepEqual(await world.latchkey.wellKnown(), after);
});

test("no two APIs have the same identifier, however it is written", async () => {
  await latchkey.createApi({ body: { identifier: "https://twice.example" } });
  for (const identifier of ["https://twice.example/", "HTTPS://Twice.Example:443"]) {
    assertRefused(await latchkey.call("createApi", { body: { identifier } }), 409, "conflict");
  }
  const other = await latchkey.call("createApi", {
    body: { identifier: "https://twice.example/a" },
  });
  assert.equal(other.status, 201);
});

test("what is wrong is named", async () => {
  const { id } = await latchkey.createApi({ body: { identifier: "https://wrong.example" } });
  const cases: readonly [object, RegExp][] = [
    [{}, /identifier is missing/],
    [{ identifier: "wrong.example" }, /identifier must be an absolute URI/],
    [{ identifier: "urn:a:b", access_token_format: "saml" }, /access_token_format must be one of/],
    [{ identifier: "urn:a:b", colour: "red" }, /'colour' is unknown/],
    [
      { identifier: "urn:a:b", introspection_clients: "me" },
      /introspection_clients must be a list/,
    ],
  ];
  for (const [body, sentence] of cases) {
    assert.match(
      assertRefused(await latchkey.call("createApi", { body }), 400, "invalid_request"),
      sentence,
    );
  }
  const moved = { identifier: "https://elsewhere.example" };
  const refused = await latchkey.call("updateApi", { id, body: moved });
  assert.match(assertRefused(refused, 400, "invalid_request"), /cannot be changed/);
  const json = { "Content-Type": "application/json" };
  const url = "http://admin.test/apis";
  assertRefused(
    await receive(fetch(url, { method: "POST", headers: json, body: "{" })),
    400,
    "invalid_request",
  );
});

test("an unknown API is not found, whatever its id", async () => {
  for (const id of ["00000000-0000-4000-8000-000000000000", "x", "%00", "a".repeat(5_000)]) {
    assertRefused(await latchkey.call("getApi", { id }), 404, "not_found");
    assertRefused(await latchkey.call("updateApi", { id, body: {} }), 404, "not_found");
    assertRefused(await latchkey.call("deleteApi", { id }), 404, "not_found");
  }
});

test("the public listener does not serve them", async () => {
  assertRefused(await receive(fetch("http://public.test/apis")), 404, "not_found");
});
