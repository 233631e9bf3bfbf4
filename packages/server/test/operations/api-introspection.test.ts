import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { startTestServer } from "../support/server.ts";
import { type Machine, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused, fieldsOf, receive } from "./refusal.ts";

const { latchkey, fetch, clock } = await startTestServer();
const photos = await registerMachine(latchkey, {
  scope: "photos.read mail.read",
  audience: ["https://photos.example", "https://mail.example", "https://plain.example"],
});
const photosApi = await registerMachine(latchkey, { client_id: "photos-api" });
const mailApi = await registerMachine(latchkey, { client_id: "mail-api" });
const signing = await registerMachine(latchkey, {
  client_id: "signing-api",
  introspection_signed_response_alg: "ES256",
});
await latchkey.createApi({
  body: {
    identifier: "https://photos.example",
    scopes: ["photos.*"],
    introspection_clients: ["photos-api", "signing-api"],
  },
});
await latchkey.createApi({
  body: { identifier: "https://mail.example", introspection_clients: ["mail-api"] },
});

/** Asks the public listener about a token. */
function ask(
  token: string,
  { authorization }: Partial<Machine>,
  { accept, form = {} }: { readonly accept?: string; readonly form?: Record<string, string> } = {},
) {
  return receive(
    fetch("http://public.test/oauth2/introspect", {
      method: "POST",
      headers: { ...(authorization && { authorization }), ...(accept && { accept }) },
      body: new URLSearchParams({ token, ...form }),
    }),
  );
}

test("an API gets a response about a token that is for it, and of the scope what it has a meaning for", async () => {
  const wishes = {
    resource: ["https://photos.example", "https://mail.example"],
    scope: "photos.read mail.read",
  };
  const token = await tokenOf(latchkey, photos, wishes);
  const received = await ask(token, photosApi);
  assert.equal(received.status, 200);
  assert.equal(received.headers.get("cache-control"), "no-store");
  const known = await latchkey.introspectOAuth2Token({ token });
  assert.ok(known.active);
  const aud = ["https://photos.example"];
  assert.deepEqual(received.body, { ...known, aud, scope: "photos.read" });
  assert.deepEqual(
    (await ask(token, mailApi)).body,
    { ...known, aud: ["https://mail.example"] },
    "an API without a list of scopes gets all of them",
  );
});

test("a client may authenticate in the form, and no other way of proof is weaker", async () => {
  const token = await tokenOf(latchkey, photos, { resource: ["https://photos.example"] });
  const post = await registerMachine(latchkey, {
    client_id: "post-api",
    token_endpoint_auth_method: "client_secret_post",
  });
  const { client_id, client_secret } = post;
  const received = await ask(token, {}, { form: { client_id, client_secret } });
  assert.deepEqual(received.body, { active: false }, "authenticated, but no API names it");
});

/** Tokens that photos-api must not learn anything about. */
const secrets: readonly [string, () => Promise<string>][] = [
  ["of another API", () => tokenOf(latchkey, photos, { resource: ["https://mail.example"] })],
  [
    "of an audience that is no API",
    () => tokenOf(latchkey, photos, { resource: ["https://plain.example"] }),
  ],
  ["below the API", () => tokenOf(latchkey, photos, { audience: "https://photos.example/admin" })],
  ["without an audience", () => tokenOf(latchkey, photos)],
  ["that does not exist", () => Promise.resolve("lk_at_mallory")],
];

for (const [title, token] of secrets) {
  test(`a token ${title} is not active to it`, async () => {
    const received = await ask(await token(), photosApi);
    assert.equal(received.status, 200);
    assert.deepEqual(received.body, { active: false });
  });
}

test("a client gets a response about its own tokens, with the whole audience and scope", async () => {
  const wishes = {
    resource: ["https://photos.example", "https://plain.example"],
    scope: "photos.read mail.read",
  };
  const token = await tokenOf(latchkey, photos, wishes);
  const known = await latchkey.introspectOAuth2Token({ token });
  assert.ok(known.active);
  assert.deepEqual((await ask(token, photos)).body, known);
  const own = await tokenOf(latchkey, photosApi);
  assert.equal(fieldsOf((await ask(own, photosApi)).body)["active"], true);
});

test("a client that no API names learns nothing about the tokens of others", async () => {
  const token = await tokenOf(latchkey, photos, { resource: ["https://photos.example"] });
  const stranger = await registerMachine(latchkey, { client_id: "stranger" });
  assert.deepEqual((await ask(token, stranger)).body, { active: false });
});

test("a required scope that the token lacks, time and revocation end it here too", async () => {
  const wishes = { resource: ["https://photos.example"], scope: "photos.read" };
  const token = await tokenOf(latchkey, photos, wishes);
  const lacking = await ask(token, photosApi, { form: { scope: "photos.write" } });
  assert.deepEqual(lacking.body, { active: false });
  await latchkey.revokeOAuth2Token({ token }, { authorization: photos.authorization });
  assert.deepEqual((await ask(token, photosApi)).body, { active: false });
  const brief = await tokenOf(latchkey, photos, wishes);
  clock.now += 3600;
  assert.deepEqual((await ask(brief, photosApi)).body, { active: false });
});

test("a caller that does not authenticate is refused", async () => {
  const token = await tokenOf(latchkey, photos, { resource: ["https://photos.example"] });
  assertRefused(await ask(token, {}), 401, "invalid_client");
  const wrong = { authorization: `Basic ${btoa("photos-api:guess")}` };
  const refused = await ask(token, wrong);
  assertRefused(refused, 401, "invalid_client");
  assert.match(refused.headers.get("www-authenticate") ?? "", /^Basic/);
  assertRefused(await ask(token, { authorization: `Bearer ${token}` }), 401, "invalid_client");
});

test("a public client is refused, even where an API names it", async () => {
  await registerMachine(latchkey, {
    client_id: "spa",
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "none",
  });
  const body = { identifier: "urn:spa", introspection_clients: ["spa"] };
  await latchkey.createApi({ body });
  const refused = await ask("lk_at_x", {}, { form: { client_id: "spa" } });
  assert.match(assertRefused(refused, 401, "invalid_client"), /authenticates/);
});

test("a request without a token, or with two, is refused", async () => {
  assertRefused(await ask("", photosApi), 400, "invalid_request");
  const url = "http://public.test/oauth2/introspect";
  const headers = {
    authorization: photosApi.authorization,
    "content-type": "application/x-www-form-urlencoded",
  };
  const twice = await receive(fetch(url, { method: "POST", headers, body: "token=a&token=b" }));
  assertRefused(twice, 400, "invalid_request");
  assertRefused(await receive(fetch(url, { headers })), 405, "method_not_allowed");
});

test("the admin listener returns everything to every caller, as before", async () => {
  const token = await tokenOf(latchkey, photos);
  const response = await fetch("http://admin.test/oauth2/introspect", {
    method: "POST",
    headers: { accept: "application/token-introspection+jwt" },
    body: new URLSearchParams({ token }),
  });
  const received = await receive(response);
  assert.equal(fieldsOf(received.body)["active"], true);
});

const SIGNED = "application/token-introspection+jwt";

for (const [machine, alg] of [
  [photosApi, "RS256"],
  [signing, "ES256"],
] as const) {
  test(`RFC 9701: ${machine.client_id} gets the response as a JWT, signed with ${alg}`, async () => {
    const token = await tokenOf(latchkey, photos, { resource: ["https://photos.example"] });
    const plain = await ask(token, machine);
    const received = await ask(token, machine, { accept: `text/html, ${SIGNED};q=0.9` });
    assert.equal(received.status, 200);
    assert.equal(received.headers.get("content-type"), SIGNED);
    assert.equal(received.headers.get("cache-control"), "no-store");
    assert.ok(typeof received.body === "string");
    const { payload, protectedHeader } = await jwtVerify(
      received.body,
      createLocalJWKSet(await latchkey.wellKnown()),
      {
        issuer: "http://127.0.0.1:4444",
        audience: machine.client_id,
        typ: "token-introspection+jwt",
      },
    );
    assert.equal(protectedHeader.alg, alg);
    assert.deepEqual(payload, {
      iss: "http://127.0.0.1:4444",
      aud: machine.client_id,
      iat: clock.now,
      token_introspection: plain.body,
    });
  });
}

test("RFC 9701: what is not active is signed too, and says nothing else", async () => {
  const received = await ask("lk_at_x", photosApi, { accept: SIGNED });
  assert.ok(typeof received.body === "string");
  const claims = JSON.parse(Buffer.from(received.body.split(".")[1] ?? "", "base64url").toString());
  assert.deepEqual(claims.token_introspection, { active: false });
});

for (const accept of ["*/*", "application/json", "application/jwt", `${SIGNED};q=0`]) {
  test(`Accept: ${accept} is answered with JSON`, async () => {
    const received = await ask("lk_at_x", photosApi, { accept });
    assert.deepEqual(received.body, { active: false });
  });
}

test("a signed response is neither an access token nor an ID token", async () => {
  const token = await tokenOf(latchkey, photos, { resource: ["https://photos.example"] });
  const received = await ask(token, photosApi, { accept: SIGNED });
  const jwt = String(received.body);
  assert.deepEqual(await latchkey.introspectOAuth2Token({ token: jwt }), { active: false });
  assert.deepEqual((await ask(jwt, photosApi)).body, { active: false });
  const shown = await latchkey.call("userinfo", {}, { authorization: `Bearer ${jwt}` });
  assert.equal(shown.status, 401);
  const leaving = await latchkey.call("disconnectUser", { id_token_hint: jwt });
  assert.equal(leaving.ok, false);
});
