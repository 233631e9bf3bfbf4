import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT, UnsecuredJWT, generateKeyPair, type JWTPayload } from "jose";
import { ok } from "../../src/result.ts";
import { makeSigner } from "../operations/assertion.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { errorPageOf, loginRequestFor, signRequestObject } from "./request-object.ts";

const world = await startTestServer();
const { latchkey, clock } = world;
const [rsa, ec] = [await makeSigner("rsa", "RS256"), await makeSigner("ec", "ES256")];
const jwks = { keys: [rsa.open, ec.open] };
const photos = await registerApp(latchkey, { jwks });
const outside = { client_id: "photos", response_type: "code", scope: "openid" };
const inside = {
  redirect_uri: photos.redirect_uri,
  state: "inside",
  login_hint: "alice",
  max_age: 60,
};

for (const [name, signer] of [
  ["RS256", rsa],
  ["ES256", ec],
] as const) {
  test(`a request object signed with ${name} works like its parameters`, async () => {
    const { oidc_context } = await loginRequestFor(world, {
      ...outside,
      request: await signRequestObject(signer, inside),
    });
    assert.deepEqual(oidc_context, { login_hint: "alice", max_age: 60 });
  });
}

test("an unsigned request object is taken from a client that did not say how it signs", async () => {
  const request = new UnsecuredJWT(inside).encode();
  assert.equal(
    (await loginRequestFor(world, { ...outside, request })).oidc_context.login_hint,
    "alice",
  );
});

test("claims of the object replace parameters, and scopes are combined", async () => {
  const request = await signRequestObject(rsa, { ...inside, scope: "offline", prompt: "login" });
  const login = await loginRequestFor(world, {
    ...outside,
    request,
    login_hint: "mallory",
    state: "outside",
  });
  assert.deepEqual(login.requested_scope, ["openid", "offline"]);
  assert.equal(login.oidc_context.login_hint, "alice");

  const refused = {
    ...outside,
    request: await signRequestObject(rsa, { ...inside, scope: "bank" }),
  };
  const { parameters } = await answerOf(
    await authorize(openBrowser(world), { ...refused, state: "outside" }),
  );
  assert.deepEqual([parameters["error"], parameters["state"]], ["invalid_scope", "inside"]);
});

test("a client that registered an algorithm is held to it", async () => {
  const strict = await registerApp(latchkey, {
    client_id: "strict",
    jwks,
    request_object_signing_alg: "ES256",
  });
  const params = { ...outside, client_id: "strict" };
  const claims = { ...inside, redirect_uri: strict.redirect_uri };
  assert.ok(
    await loginRequestFor(world, { ...params, request: await signRequestObject(ec, claims) }),
  );
  for (const request of [await signRequestObject(rsa, claims), new UnsecuredJWT(claims).encode()]) {
    assert.ok(
      (await errorPageOf(world, { ...params, request })).includes("invalid_request_object"),
    );
  }
});

test("an object that cannot be trusted is refused on our own page", async () => {
  const { privateKey } = await generateKeyPair("RS256");
  const header = { alg: "RS256", kid: "rsa" };
  const forged = await new SignJWT(inside).setProtectedHeader(header).sign(privateKey);
  const objects: [string, string][] = [
    ["a signature with another key", forged],
    ["another client_id", await signRequestObject(rsa, { ...inside, client_id: "mallory" })],
    ["another response_type", await signRequestObject(rsa, { ...inside, response_type: "token" })],
    ["another issuer", await signRequestObject(rsa, { ...inside, iss: "mallory" })],
    [
      "meant for another server",
      await signRequestObject(rsa, { ...inside, aud: "https://other.example" }),
    ],
    ["expired", await signRequestObject(rsa, { ...inside, exp: clock.now - 60 })],
    ["not valid yet", await signRequestObject(rsa, { ...inside, nbf: clock.now + 60 })],
    ["one inside the other", await signRequestObject(rsa, { ...inside, request: "a.b.c" })],
  ];
  for (const [reason, request] of objects) {
    const text = await errorPageOf(world, { ...outside, request });
    assert.ok(text.includes("invalid_request_object"), reason);
  }
});

test("iss, aud and exp that are right are no objection", async () => {
  const claims = {
    iss: "photos",
    aud: "http://127.0.0.1:4444",
    exp: clock.now + 60,
    iat: clock.now,
  };
  assert.ok(
    await loginRequestFor(world, {
      ...outside,
      request: await signRequestObject(rsa, { ...inside, ...claims }),
    }),
  );
});

test("a redirect_uri inside the object is checked like any other", async () => {
  const claims = { ...inside, redirect_uri: "https://mallory.example/" };
  const text = await errorPageOf(world, {
    ...outside,
    request: await signRequestObject(rsa, claims),
  });
  assert.ok(text.includes("invalid_request"));
});

test("an object may be fetched from where the client registered it, and from nowhere else", async () => {
  const object = await signRequestObject(rsa, inside);
  const shelf = await startReceiver(({ path }) =>
    path === "/object" ? { body: object } : { status: 404, body: "none here" },
  );
  await registerApp(latchkey, {
    client_id: "fetched",
    jwks,
    request_uris: [`${shelf.url}/object`, `${shelf.url}/missing`],
  });
  const params = { ...outside, client_id: "fetched" };
  const login = await loginRequestFor(world, { ...params, request_uri: `${shelf.url}/object` });
  assert.equal(login.oidc_context.login_hint, "alice");
  assert.equal(shelf.count, 1);

  const strange = await errorPageOf(world, { ...params, request_uri: `${shelf.url}/strange` });
  assert.ok(strange.includes("invalid_request_uri"));
  assert.equal(shelf.count, 1, "what is not registered is not even asked for");
  const missing = await errorPageOf(world, { ...params, request_uri: `${shelf.url}/missing` });
  assert.ok(missing.includes("invalid_request_uri"));
});

test("in production no object is fetched from this machine", async () => {
  const shelf = await startReceiver(() => ({ body: "" }));
  const production = await startTestServer(
    { "urls.self.issuer": "https://id.example" },
    // As if it had been registered in development.
    { wrapOutbound: (outbound) => ({ ...outbound, checkUrl: ok }) },
  );
  const request_uri = `${shelf.url}/object`;
  await registerApp(production.latchkey, { jwks, request_uris: [request_uri] });
  const page = await authorize(openBrowser(production), { ...outside, request_uri });
  assert.equal(page.status, 400);
  assert.ok((await page.text()).includes("invalid_request_uri"));
  assert.equal(shelf.count, 0);
});

test("an object that is fetched has the limits of a request", async () => {
  const served = new Map<string, JWTPayload>([
    ["/short", inside],
    ["/long", { ...inside, login_hint: "a".repeat(5_000), nonce: "b".repeat(5_000) }],
    ["/nested", { ...inside, scope: [Array.from({ length: 200 }, (_, at) => `photos.${at}`)] }],
    ["/object", { ...inside, login_hint: { name: "a".repeat(9_000) } }],
  ]);
  const objects = new Map<string, string>();
  for (const [path, claims] of served) objects.set(path, await signRequestObject(rsa, claims));
  const shelf = await startReceiver(({ path }) => ({ body: objects.get(path) ?? "" }));
  const request_uris = [...served.keys()].map((path) => shelf.url + path);
  await registerApp(latchkey, { client_id: "shelf", jwks, request_uris, scope: "openid photos.*" });
  const [short = "", ...excessive] = request_uris;
  const params = { ...outside, client_id: "shelf" };
  assert.ok(await loginRequestFor(world, { ...params, request_uri: short }));
  for (const request_uri of excessive) {
    const text = await errorPageOf(world, { ...params, request_uri });
    assert.match(text, /The request object is too large/, request_uri);
  }
});

test("one address can only have so many objects fetched", async () => {
  const shelf = await startReceiver(() => ({ body: "no request object" }));
  const limited = await startTestServer({
    "limits.rate.authorizations": 2,
    "limits.rate.exempt": [],
  });
  const request_uri = `${shelf.url}/object`;
  await registerApp(limited.latchkey, { jwks, request_uris: [request_uri] });
  const statuses = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const page = await authorize(openBrowser(limited), { ...outside, request_uri });
    statuses.push(page.status);
  }
  assert.deepEqual([statuses, shelf.count], [[400, 400, 429, 429], 2]);
});

test("a claim whose name cannot be stored is refused, also in an object that is pushed", async () => {
  const request = await signRequestObject(rsa, { ...inside, ...outside, "a\0b": "c" });
  assert.match(await errorPageOf(world, { ...outside, request }), /cannot be read as a parameter/);
  const { authorization = "" } = photos;
  const reply = await latchkey.call("pushAuthorizationRequest", { request }, { authorization });
  assertRefused(reply, 400, "invalid_request_object");
});
