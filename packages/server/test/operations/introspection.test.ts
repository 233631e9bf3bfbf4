import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { registerMachine, tokenOf } from "./machine.ts";
import { assertRefused, receive } from "./refusal.ts";

const { latchkey, fetch, clock } = await startTestServer();
const photos = await registerMachine(latchkey, {
  scope: "photos.read photos.write album.*",
  audience: ["https://api.example"],
});

test("an active token is described in full, without authentication, and not cached", async () => {
  const wishes = { scope: "photos.read photos.write", audience: "https://api.example" };
  const token = await tokenOf(latchkey, photos, wishes);
  const issuedAt = clock.now;
  clock.now += 10;
  const reply = await latchkey.call("introspectOAuth2Token", { token });
  assert.equal(reply.status, 200);
  assert.match(reply.headers.get("content-type") ?? "", /^application\/json; ?charset=utf-8$/i);
  assert.equal(reply.headers.get("cache-control"), "no-store");
  assert.deepEqual(reply.body, {
    active: true,
    scope: "photos.read photos.write",
    client_id: "photos",
    sub: "photos",
    aud: ["https://api.example"],
    iss: "http://127.0.0.1:4444",
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + 3600,
    token_type: "Bearer",
    token_use: "access_token",
  });
});

test("a token without scope has no scope field, and an empty audience", async () => {
  const found = await latchkey.introspectOAuth2Token({ token: await tokenOf(latchkey, photos) });
  assert.ok(found.active);
  assert.ok(!("scope" in found));
  assert.deepEqual(found.aud, []);
});

/** What the token has, what the resource server requires, and whether it will do. */
const requirements: readonly [string, string, boolean][] = [
  ["photos.read photos.write", "photos.read", true],
  ["photos.read photos.write", "photos.write photos.read", true],
  ["photos.read", "photos.read photos.write", false],
  ["photos.read", "photos", false],
  ["album.one", "album.*", false],
  ["album.*", "album.one", true],
  ["photos.read", " ", true],
];

for (const [scope, required, active] of requirements) {
  test(`a token for "${scope}" ${active ? "covers" : "does not cover"} "${required}"`, async () => {
    const token = await tokenOf(latchkey, photos, { scope });
    const found = await latchkey.introspectOAuth2Token({ token, scope: required });
    assert.equal(found.active, active);
    if (!active) assert.deepEqual(found, { active: false });
  });
}

test("an inactive token has active: false only, for any reason", async () => {
  const token = await tokenOf(latchkey, photos);
  const spoilt = token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  const strangers = [
    spoilt,
    "lk_at_",
    `lk_at_${"A".repeat(43)}`,
    `lk_rt_${token.slice(6)}`,
    "a.b.c",
    "🔑",
    "x".repeat(9_000),
  ];
  for (const stranger of [...strangers, ` ${token}`]) {
    const reply = await latchkey.call("introspectOAuth2Token", { token: stranger });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { active: false });
    assert.equal(reply.headers.get("cache-control"), "no-store");
  }
});

test("a token is valid until the second it expires", async () => {
  const token = await tokenOf(latchkey, photos);
  clock.now += 3599;
  assert.equal((await latchkey.introspectOAuth2Token({ token })).active, true);
  clock.now += 1;
  assert.deepEqual(await latchkey.introspectOAuth2Token({ token }), { active: false });
});

test("a wrong token_type_hint has no effect", async () => {
  const token = await tokenOf(latchkey, photos);
  for (const token_type_hint of ["access_token", "refresh_token", "cake"]) {
    assert.equal((await latchkey.introspectOAuth2Token({ token, token_type_hint })).active, true);
  }
});

const malformed: readonly [string, string, string][] = [
  ["nothing", "", "application/x-www-form-urlencoded"],
  ["JSON", '{"token":"x"}', "application/json"],
  ["an escape that is none", "token=%zz", "application/x-www-form-urlencoded"],
  ["a scope no scope can be", "token=x&scope=%22", "application/x-www-form-urlencoded"],
  ["two tokens", "token=a&token=b", "application/x-www-form-urlencoded"],
];

for (const [title, body, type] of malformed) {
  test(`${title} is invalid_request`, async () => {
    const headers = { "Content-Type": type };
    const url = "http://admin.test/oauth2/introspect";
    assertRefused(
      await receive(fetch(url, { method: "POST", headers, body })),
      400,
      "invalid_request",
    );
  });
}
