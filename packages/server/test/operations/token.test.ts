import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { askForToken, registerMachine } from "./machine.ts";
import { assertRefused, fieldsOf, receive } from "./refusal.ts";

const server = await startTestServer();
const { latchkey } = server;
const photos = await registerMachine(latchkey, {
  scope: "photos.read photos.write album.*",
  audience: ["https://api.example/v1", "print-shop"],
});

test("a token comes as RFC 6749 §5.1 has it, and no cache keeps it", async () => {
  const reply = await askForToken(latchkey, photos, { scope: "photos.read" });
  assert.ok(reply.ok);
  const { access_token, ...rest } = reply.body;
  assert.match(access_token, /^lk_at_[\w-]{43}$/);
  assert.deepEqual(rest, { token_type: "bearer", expires_in: 3600, scope: "photos.read" });
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json; ?charset=utf-8$/i);
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.equal(reply.headers.get("pragma"), "no-cache");
});

test("ttl.access_token is its lifetime", async () => {
  const brief = await startTestServer({ "ttl.access_token": "90s" });
  const reply = await askForToken(brief.latchkey, await registerMachine(brief.latchkey));
  assert.ok(reply.ok);
  assert.equal(reply.body.expires_in, 90);
});

/** By strategy: what the client may ask for, what it asks for, and whether it gets it. Reference §7.12. */
const strategies: readonly [string, string, string, boolean][] = [
  ["wildcard", "photos.read", "photos.read", true],
  ["wildcard", "photos.read", "photos", false],
  ["wildcard", "photos.read", "photos.read.all", false],
  ["wildcard", "photos.*", "photos.read", true],
  ["wildcard", "photos.*", "photos.read.all", true],
  ["wildcard", "photos.*", "photos", false],
  ["wildcard", "photos.*", "photos.", false],
  ["wildcard", "photos.*.all", "photos.read.all", true],
  ["wildcard", "photos.*.all", "photos..all", false],
  ["wildcard", "photos.read album", "album photos.read", true],
  ["wildcard", "photos.read album", "album photos.write", false],
  ["exact", "photos.read", "photos.read", true],
  ["exact", "photos.*", "photos.read", false],
  ["exact", "photos.*", "photos.*", true],
  ["exact", "photos", "photos.read", false],
  ["exact", "photos.read", "Photos.read", false],
  ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photos", true],
  ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photos.read", true],
  ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photos.read.all", true],
  ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos", "photoshop", false],
  ["DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY", "photos.read", "photos", false],
];

for (const [strategy, allowed, scope, granted] of strategies) {
  test(`${strategy}: ${allowed} ${granted ? "allows" : "does not allow"} ${scope}`, async () => {
    const strict = await startTestServer({ "strategies.scope": strategy });
    const machine = await registerMachine(strict.latchkey, { scope: allowed });
    const reply = await askForToken(strict.latchkey, machine, { scope });
    if (!granted) return void assertRefused(reply, 400, "invalid_scope");
    assert.ok(reply.ok);
    assert.equal(reply.body.scope, scope);
  });
}

test("without a requested scope there is none, unless the setting grants all by default", async () => {
  const reply = await askForToken(latchkey, photos);
  assert.ok(reply.ok);
  assert.equal(reply.body.scope, "");

  const generous = await startTestServer({
    "oauth2.client_credentials.default_grant_allowed_scope": true,
  });
  const machine = await registerMachine(generous.latchkey, { scope: "photos.read album" });
  const all = await askForToken(generous.latchkey, machine);
  assert.ok(all.ok);
  assert.equal(all.body.scope, "photos.read album");
});

test("a scope with characters no scope has is invalid_scope", async () => {
  for (const scope of ['"photos"', "photos\\read", "фото", "a\tb"]) {
    assertRefused(await askForToken(latchkey, photos, { scope }), 400, "invalid_scope");
  }
});

/** What is asked for, and whom the token is for; nothing where it is refused. */
const audiences: readonly [readonly string[], readonly string[] | undefined][] = [
  [[], []],
  [["https://api.example/v1"], ["https://api.example/v1"]],
  [["https://api.example/v1/photos"], ["https://api.example/v1/photos"]],
  [["https://api.example/v1 print-shop"], ["https://api.example/v1", "print-shop"]],
  [
    ["https://api.example/v1", "print-shop"],
    ["https://api.example/v1", "print-shop"],
  ],
  [["https://api.example/v10"], undefined],
  [["https://api.example/"], undefined],
  [["http://api.example/v1"], undefined],
  [["https://api.example:8443/v1"], undefined],
  [["https://mallory.example/v1"], undefined],
  [["https://api.example/v1/../admin"], undefined],
  [["https://api.example/v1 https://mallory.example"], undefined],
];

for (const [asked, expected] of audiences) {
  const outcome = expected === undefined ? "is refused" : `is for ${JSON.stringify(expected)}`;
  test(`a token asked for ${JSON.stringify(asked)} ${outcome}`, async () => {
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    for (const audience of asked) form.append("audience", audience);
    const received = await sendForm(form.toString());
    if (expected === undefined) return void assertRefused(received, 400, "invalid_request");

    const token = String(fieldsOf(received.body)["access_token"]);
    const found = await latchkey.introspectOAuth2Token({ token });
    assert.ok(found.active);
    assert.deepEqual(found.aud, expected);
  });
}

test("a client that is not registered for the grant is unauthorized_client", async () => {
  const machine = await registerMachine(latchkey, { client_id: "browser", grant_types: [] });
  assertRefused(await askForToken(latchkey, machine), 400, "unauthorized_client");
});

test("a public client has no grant of its own: invalid_grant", async () => {
  await registerMachine(latchkey, { client_id: "app", token_endpoint_auth_method: "none" });
  const input = { grant_type: "client_credentials", client_id: "app" };
  assertRefused(await latchkey.call("oauth2Token", input), 400, "invalid_grant");
});

test("an unknown grant type is unsupported_grant_type", async () => {
  for (const grant_type of ["password", "urn:example:grant", "Client_Credentials"]) {
    const reply = await askForToken(latchkey, photos, { grant_type });
    assertRefused(reply, 400, "unsupported_grant_type");
  }
});

/** Bodies that are no token request, and what the refusal must speak of. */
const malformed: readonly [string, string, string | undefined, RegExp][] = [
  ["nothing at all", "", undefined, /grant_type/],
  ["no grant_type", "scope=photos.read", undefined, /grant_type/],
  ["an empty grant_type", "grant_type=", undefined, /grant_type/],
  ["JSON", '{"grant_type":"client_credentials"}', "application/json", /form/],
  ["a form with the content type text", "grant_type=client_credentials", "text/plain", /form/],
  ["half a multipart form", "--x\r\n", "multipart/form-data; boundary=x", /form/],
  ["an escape that is none", "grant_type=client_credentials&scope=%zz", undefined, /escape/],
  ["an escape that is not UTF-8", "grant_type=client_credentials&scope=%ff", undefined, /escape/],
  [
    "grant_type twice",
    "grant_type=client_credentials&grant_type=client_credentials",
    undefined,
    /grant_type/,
  ],
  ["a token twice", "grant_type=refresh_token&refresh_token=a&refresh_token=b", undefined, /token/],
];

for (const [title, body, content_type, about] of malformed) {
  test(`${title} is invalid_request`, async () => {
    const received = await sendForm(body, content_type);
    assert.match(assertRefused(received, 400, "invalid_request"), about);
  });
}

test("a form may name its charset, in any letter case", async () => {
  const type = "Application/X-WWW-Form-Urlencoded; charset=UTF-8";
  assert.equal((await sendForm("grant_type=client_credentials", type)).status, 200);
});

test("what stands in the query is not read", async () => {
  const url = "http://public.test/oauth2/token?grant_type=client_credentials";
  const headers = { Authorization: photos.authorization };
  assertRefused(
    await receive(server.fetch(url, { method: "POST", headers })),
    400,
    "invalid_request",
  );
});

function sendForm(body: string, content_type = "application/x-www-form-urlencoded") {
  const headers = { "Content-Type": content_type, Authorization: photos.authorization };
  return receive(
    server.fetch("http://public.test/oauth2/token", { method: "POST", headers, body }),
  );
}
