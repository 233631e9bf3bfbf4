import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT, type JWTPayload } from "jose";
import { startTestServer } from "../support/server.ts";
import { makeSigner, presentAssertion, signAssertion, type Signer } from "./assertion.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const ISSUER = "http://127.0.0.1:4444";
const TOKEN_URL = `${ISSUER}/oauth2/token`;
const { latchkey, clock } = await startTestServer({ "urls.self.issuer": ISSUER });

const key = await makeSigner("2027-01");
const stranger = await makeSigner("2027-01");
for (const client_id of ["photos", "album"]) {
  await registerMachine(latchkey, {
    client_id,
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [key.open] },
  });
}

test("a new assertion authenticates the client, with or without client_id", async () => {
  assert.equal((await present(await sign(key))).status, 200);
  assert.equal((await present(await sign(key), { client_id: "photos" })).status, 200);
  const both = [TOKEN_URL, new URL(TOKEN_URL).origin];
  assert.equal((await present(await sign(key, { aud: both }))).status, 200);
});

test("the audience may be any endpoint at which clients authenticate, as it is advertised", async () => {
  const proxied = await startTestServer({
    "urls.self.issuer": ISSUER,
    "urls.self.public": "https://public.example",
    "serve.mtls.certificates": "header",
    "serve.mtls.url": "https://mtls.example",
    "serve.trusted_proxies": ["127.0.0.0/8"],
  });
  await registerMachine(proxied.latchkey, {
    client_id: "photos",
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    jwks: { keys: [key.open] },
  });
  const found = await proxied.latchkey.discoverOpenIDConfiguration();
  const { mtls_endpoint_aliases: aliases = {} } = found;
  const audiences = [found, aliases].flatMap((endpoints) => [
    endpoints.token_endpoint,
    endpoints.pushed_authorization_request_endpoint,
    endpoints.backchannel_authentication_endpoint,
  ]);
  for (const aud of [ISSUER, "https://public.example/oauth2/token", ...audiences]) {
    assert.ok(aud);
    const reply = await presentAssertion(proxied.latchkey, await sign(key, { aud }));
    assert.equal(reply.status, 200, aud);
  }
});

test("an assertion with another audience too is rejected", async () => {
  const audience = [TOKEN_URL, "https://else.example"];
  assertRefused(await present(await sign(key, { aud: audience })), 401, "invalid_client");
});

test("the second time it is jti_known, and so is another assertion with its jti", async () => {
  const assertion = await sign(key, { jti: "once" });
  assert.equal((await present(assertion)).status, 200);
  assertRefused(await present(assertion), 400, "jti_known");
  const disguised = await sign(key, { jti: "once", exp: clock.now + 30 });
  assertRefused(await present(disguised), 400, "jti_known");
});

test("of a hundred that come at once, one gets in", async () => {
  const assertion = await sign(key);
  const replies = await Promise.all(Array.from({ length: 100 }, () => present(assertion)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status }) => status === 400).length, 99);
});

test("two clients may use the same jti", async () => {
  for (const name of ["photos", "album"]) {
    const assertion = await sign(key, { iss: name, sub: name, jti: "shared" });
    assert.equal((await present(assertion)).status, 200);
  }
});

/** What is wrong with it. Every other claim is right. RFC 7523 §3. */
const wrong: readonly [string, () => Promise<string>][] = [
  ["signed with another key", () => sign(stranger)],
  ["issued by another", () => sign(key, { iss: "mallory" })],
  ["about another", () => sign(key, { sub: "mallory" })],
  ["about another client of the same key", () => sign(key, { sub: "album" })],
  ["for another server", () => sign(key, { aud: "https://else.example/oauth2/token" })],
  ["without an audience", () => sign(key, { aud: undefined })],
  ["expired", () => sign(key, { exp: clock.now - 60 })],
  ["without an end", () => sign(key, { exp: undefined })],
  ["valid for a year", () => sign(key, { exp: clock.now + 31_536_000 })],
  ["not valid before tomorrow", () => sign(key, { nbf: clock.now + 86_400 })],
  ["without a jti", () => sign(key, { jti: undefined })],
  ["with an empty jti", () => sign(key, { jti: "" })],
  ["signed by another algorithm", async () => sign(await makeSigner("rsa", "RS256"))],
  ["not signed", async () => unsigned()],
  ["that is not a JWT", async () => "photos"],
  ["changed on its way", async () => (await sign(key)).replace(/.{8}$/, "AAAAAAAA")],
];

for (const [title, make] of wrong) {
  test(`an assertion ${title} is invalid_client`, async () => {
    assertRefused(await present(await make()), 401, "invalid_client");
  });
}

test("an assertion for one client does not vouch for the client_id beside it", async () => {
  assertRefused(await present(await sign(key), { client_id: "album" }), 401, "invalid_client");
});

test("an HMAC keyed with the public key is rejected", async () => {
  const secret = new TextEncoder().encode(JSON.stringify(key.open));
  const header = { alg: "HS256", kid: "2027-01" };
  const forged = await new SignJWT(claims()).setProtectedHeader(header).sign(secret);
  assertRefused(await present(forged), 401, "invalid_client");
});

test("an assertion that was refused may be mended and sent again under its jti", async () => {
  assertRefused(await present(await sign(stranger, { jti: "mine" })), 401, "invalid_client");
  assert.equal((await present(await sign(key, { jti: "mine" }))).status, 200);
});

/** Claims to be said otherwise; undefined leaves one out. */
type Said = Readonly<Record<string, string | string[] | number | undefined>>;

function claims(said: Said = {}): JWTPayload {
  const times = { iat: clock.now, exp: clock.now + 60 };
  const jti = crypto.randomUUID();
  return { iss: "photos", sub: "photos", aud: TOKEN_URL, ...times, jti, ...said };
}

function sign(signer: Signer, said: Said = {}): Promise<string> {
  return signAssertion(signer, claims(said));
}

/** RFC 7519 §6. */
function unsigned(): string {
  const parts = [{ alg: "none" }, claims()].map((part) => JSON.stringify(part));
  return `${parts.map((part) => Buffer.from(part).toString("base64url")).join(".")}.`;
}

function present(assertion: string, form: { readonly client_id?: string } = {}) {
  return presentAssertion(latchkey, assertion, form);
}
