import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { askForToken, isActive, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const { latchkey, clock } = await startTestServer();

test("a client described by nothing gets every default, an id and a secret", async () => {
  const reply = await latchkey.call("createOAuth2Client", { body: {} });
  assert.ok(reply.ok);
  assert.equal(reply.status, 201);
  assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8");

  const { client_id, client_secret, ...rest } = reply.body;
  assert.match(client_id, /^[\w-]{16,}$/);
  assert.match(client_secret ?? "", /^[\w.~-]{26,}$/);
  assert.equal(reply.headers.get("location"), `/clients/${client_id}`);
  assert.deepEqual(rest, {
    client_name: "",
    client_secret_expires_at: 0,
    redirect_uris: [],
    grant_types: [],
    response_types: [],
    scope: "offline_access offline openid",
    audience: [],
    owner: "",
    policy_uri: "",
    tos_uri: "",
    client_uri: "",
    logo_uri: "",
    contacts: [],
    allowed_cors_origins: [],
    subject_type: "public",
    token_endpoint_auth_method: "client_secret_basic",
    userinfo_signed_response_alg: "none",
    metadata: {},
    created_at: "2027-01-15T08:00:00Z",
    updated_at: "2027-01-15T08:00:00Z",
  });
});

const described = {
  client_name: "Álbum",
  redirect_uris: ["https://album.example/callback?x=1", "com.example.album:/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code", "code id_token"],
  scope: "openid photos.read",
  audience: ["https://api.example"],
  owner: "alice",
  policy_uri: "https://album.example/policy",
  tos_uri: "https://album.example/tos",
  client_uri: "https://album.example",
  logo_uri: "https://album.example/logo.png",
  contacts: ["alice@album.example"],
  allowed_cors_origins: ["https://album.example"],
  subject_type: "public",
  jwks_uri: "https://album.example/jwks.json",
  token_endpoint_auth_method: "private_key_jwt",
  token_endpoint_auth_signing_alg: "ES256",
  request_uris: ["https://album.example/request.jwt"],
  request_object_signing_alg: "RS256",
  userinfo_signed_response_alg: "RS256",
  id_token_signed_response_alg: "ES256",
  access_token_strategy: "jwt",
  access_token_jwt_typ: "at+jwt",
  post_logout_redirect_uris: ["https://album.example/bye"],
  frontchannel_logout_uri: "https://album.example/front",
  frontchannel_logout_session_required: true,
  backchannel_logout_uri: "https://album.example/back",
  backchannel_logout_session_required: true,
  metadata: { plan: "gold", nested: { list: [1, null, "x"] } },
} as const;

test("every field that is sent is returned by create, read and list", async () => {
  const body = { ...described, client_id: "album 1" };
  const { client_secret, ...created } = await latchkey.createOAuth2Client({ body });
  assert.ok(client_secret);
  const now = "2027-01-15T08:00:00Z";
  const added = { client_secret_expires_at: 0, created_at: now, updated_at: now };
  assert.deepEqual(created, { ...body, ...added });
  assert.deepEqual(await latchkey.getOAuth2Client({ id: "album 1" }), created);
  const listed = await latchkey.listOAuth2Clients({ limit: 500 });
  assert.deepEqual(
    listed.find(({ client_id }) => client_id === "album 1"),
    created,
  );
});

test("an id with characters that paths escape is found again under Location", async () => {
  const id = "a/b?c#d %2F";
  const reply = await latchkey.call("createOAuth2Client", { body: { client_id: id } });
  assert.equal(reply.headers.get("location"), `/clients/${encodeURIComponent(id)}`);
  assert.equal((await latchkey.getOAuth2Client({ id })).client_id, id);
  await latchkey.deleteOAuth2Client({ id });
});

test("a chosen secret is used, and returned once", async () => {
  const chosen = { client_id: "chooser", client_secret: "correct horse: battery+staple%" };
  const machine = await registerMachine(latchkey, chosen);
  assert.equal(machine.client_secret, chosen.client_secret);
  assert.equal((await askForToken(latchkey, machine)).status, 200);
  assert.ok(!("client_secret" in (await latchkey.getOAuth2Client({ id: "chooser" }))));
  const listed = await latchkey.listOAuth2Clients();
  assert.ok(listed.every((client) => !("client_secret" in client)));
});

test("a public client gets no secret, not even the one it sent", async () => {
  const token_endpoint_auth_method = "none";
  const bodies = [
    { token_endpoint_auth_method },
    { token_endpoint_auth_method, client_secret: "useless one" },
  ];
  for (const body of bodies) {
    assert.ok(!("client_secret" in (await latchkey.createOAuth2Client({ body }))));
  }
});

test("an update replaces everything but the id, the birthday and the secret", async () => {
  const machine = await registerMachine(latchkey, {
    client_id: "printer",
    owner: "alice",
    scope: "print",
  });
  const before = await latchkey.getOAuth2Client({ id: "printer" });
  clock.now += 60;
  const body = {
    client_id: "mallory",
    created_at: "1999-01-01T00:00:00Z",
    grant_types: ["client_credentials"],
  };
  const reply = await latchkey.call("updateOAuth2Client", { id: "printer", body });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, {
    ...before,
    owner: "",
    scope: "offline_access offline openid",
    updated_at: "2027-01-15T08:01:00Z",
  });
  assert.deepEqual(await latchkey.getOAuth2Client({ id: "printer" }), reply.body);
  assert.equal((await askForToken(latchkey, machine)).status, 200);
});

test("an update that brings a secret echoes it, and the old one is worth nothing", async () => {
  const old = await registerMachine(latchkey, { client_id: "locker" });
  const body = { grant_types: ["client_credentials"], client_secret: "the second secret" };
  const updated = await latchkey.updateOAuth2Client({ id: "locker", body });
  assert.equal(updated.client_secret, "the second secret");
  assertRefused(await askForToken(latchkey, old), 401, "invalid_client");
  const wishes = { grant_type: "client_credentials" };
  const authorization = `Basic ${btoa("locker:the+second+secret")}`;
  assert.equal((await latchkey.call("oauth2Token", wishes, { authorization })).status, 200);
});

test("a client that was read can be sent back as it is", async () => {
  const body = {
    client_id: "echo",
    jwks_uri: "https://echo.example/jwks",
    token_endpoint_auth_method: "private_key_jwt",
  };
  await latchkey.createOAuth2Client({ body });
  const read = await latchkey.getOAuth2Client({ id: "echo" });
  assert.deepEqual(await latchkey.updateOAuth2Client({ id: "echo", body: read }), read);
});

test("a deleted client is gone, and its tokens and its name's past with it", async () => {
  const machine = await registerMachine(latchkey, { client_id: "visitor" });
  const token = await tokenOf(latchkey, machine);
  const reply = await latchkey.call("deleteOAuth2Client", { id: "visitor" });
  assert.equal(reply.status, 204);
  assert.equal(reply.body, undefined);
  assert.equal(await isActive(latchkey, token), false);
  assertRefused(await askForToken(latchkey, machine), 401, "invalid_client");

  await registerMachine(latchkey, { client_id: "visitor" });
  assert.equal(await isActive(latchkey, token), false, "a namesake inherits no tokens");
});

test("an unknown client: 401 to read, 404 to replace or delete", async () => {
  const id = "nobody";
  assertRefused(await latchkey.call("getOAuth2Client", { id }), 401, "request_unauthorized");
  assertRefused(await latchkey.call("updateOAuth2Client", { id, body: {} }), 404, "not_found");
  assertRefused(await latchkey.call("deleteOAuth2Client", { id }), 404, "not_found");
});

test("an id is given once", async () => {
  await registerMachine(latchkey, { client_id: "twin" });
  const again = await latchkey.call("createOAuth2Client", { body: { client_id: "twin" } });
  const says = assertRefused(again, 409, "conflict");
  assert.match(
    says,
    /Choose another client_id, or .*PUT \/clients\/\{id\}.*latchkey clients update/,
  );
});
