import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const { latchkey, fetch } = await startTestServer();

/** Requests that are refused, and what the refusal must speak of. */
const refused: readonly [string, string, string, RegExp][] = [
  ["POST", "/keys/x", '{"alg":', /JSON/],
  ["POST", "/keys/x", "[]", /object/],
  ["POST", "/keys/x", '{"alg":"RS1"}', /RS1/],
  ["POST", "/keys/x", '{"alg":256}', /alg/],
  ["POST", "/keys/x", '{"alg":"ES256","kid":7}', /kid/],
  ["POST", "/keys/x", '{"alg":"ES256","use":[]}', /use/],
  ["PUT", "/keys/x", "", /empty/],
  ["PUT", "/keys/x", "{", /JSON/],
  ["PUT", "/keys/x", "{}", /keys/],
  ["PUT", "/keys/x", '{"keys":{}}', /keys/],
  ["PUT", "/keys/x", '{"keys":[null]}', /keys\[0\]/],
  ["PUT", "/keys/x", '{"keys":[{"kty":"oct","k":"AA"},{"kty":"EC"}]}', /keys\[1\]/],
  ["PUT", "/keys/x/y", "", /empty/],
  ["PUT", "/keys/x/y", "[]", /object/],
  ["PUT", "/keys/x/y", '{"kty":"DSA"}', /kty/],
  ["PUT", "/keys/x/y", '{"kty":"RSA","n":"AQAB","e":"AQAB"}', /2048/],
  ["PUT", "/keys/x/y", '{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ"}', /key/],
  ["PUT", "/keys/x/y", '{"kty":"oct","k":"AA","x5c":"MII"}', /x5c/],
  ["PUT", "/keys/x/y", '{"kty":"oct","k":["AA"]}', /\bk\b/],
  ["PUT", "/keys/x/y", '{"kty":"oct","k":"AA","kid":1}', /kid/],
  // A database mends half a surrogate pair, and the key is then no longer the one that was sealed.
  ["POST", "/keys/x", '{"alg":"HS256","kid":"\\ud800"}', /kid/],
  ["PUT", "/keys/x", '{"keys":[{"kty":"oct","k":"AA","kid":"\\ud800"}]}', /kid/],
];

for (const [method, path, body, about] of refused) {
  test(`${method} ${path} with ${body || "nothing"} is refused`, async () => {
    const headers = { "Content-Type": "application/json" };
    const received = await receive(fetch(`http://admin.test${path}`, { method, headers, body }));
    assert.match(assertRefused(received, 400, "invalid_request"), about);
  });
}

// PostgreSQL cannot index names of any length, and a set must behave alike on every database.
const LONG = "x".repeat(3_000);
const longNames: readonly [string, string, string][] = [
  ["POST", `/keys/${LONG}`, '{"alg":"HS256"}'],
  ["POST", "/keys/x", `{"alg":"HS256","kid":"${LONG}"}`],
  ["PUT", `/keys/${LONG}`, '{"keys":[{"kty":"oct","k":"AA","kid":"a"}]}'],
  ["PUT", "/keys/x", `{"keys":[{"kty":"oct","k":"AA","kid":"${LONG}"}]}`],
  ["PUT", `/keys/x/${LONG}`, '{"kty":"oct","k":"AA"}'],
];

for (const [method, path, body] of longNames) {
  test(`${method} ${path.slice(0, 12)} with ${body.slice(0, 50)} and a name of 3000 characters is refused`, async () => {
    const headers = { "Content-Type": "application/json" };
    const received = await receive(fetch(`http://admin.test${path}`, { method, headers, body }));
    assertRefused(received, 400, "invalid_request");
  });
}

test("two keys of one set cannot share a kid, and the set stays as it was", async () => {
  const keys = [{ kty: "oct", k: "c2VjcmV0", kid: "a" }];
  await latchkey.updateJsonWebKeySet({ set: "unique", body: { keys } });
  const body = { keys: [...keys, { kty: "oct", k: "b3RoZXI", kid: "a" }] };
  assertRefused(
    await latchkey.call("updateJsonWebKeySet", { set: "unique", body }),
    409,
    "conflict",
  );
  assert.deepEqual(await latchkey.getJsonWebKeySet({ set: "unique" }), { keys });
});
