import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@latchkey/client";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { startTestServer } from "../support/server.ts";
import { askForToken, isActive, registerMachine, tokenOf } from "./machine.ts";

const ISSUER = "http://127.0.0.1:4444";
const issuing = await startTestServer({
  "strategies.access_token": "jwt",
  "urls.self.issuer": ISSUER,
});
const photos = await registerMachine(issuing.latchkey, {
  scope: "photos.read photos.write",
  audience: ["https://api.example"],
});

test("where the server issues JWTs, a resource server verifies one with our JWKS alone", async () => {
  const { latchkey, clock } = issuing;
  const wishes = { scope: "photos.write photos.read", audience: "https://api.example" };
  const reply = await askForToken(latchkey, photos, wishes);
  assert.ok(reply.ok);
  const { access_token, ...rest } = reply.body;
  assert.deepEqual(rest, { token_type: "bearer", expires_in: 3600, scope: wishes.scope });

  const { payload, protectedHeader } = await verify(latchkey, access_token, clock.now);
  const { jti, ...claims } = payload;
  assert.match(jti ?? "", /^[\w-]{16,}$/);
  assert.deepEqual(claims, {
    iss: ISSUER,
    sub: "photos",
    client_id: "photos",
    aud: ["https://api.example"],
    scp: ["photos.write", "photos.read"],
    scope: "photos.write photos.read",
    ext: {},
    iat: clock.now,
    nbf: clock.now,
    exp: clock.now + 3600,
  });
  assert.equal(protectedHeader.alg, "RS256");
  const { keys } = await latchkey.getJsonWebKeySet({ set: "hydra.jwt.access-token" });
  assert.equal(protectedHeader.kid, keys[0]?.kid);
});

test("no two JWTs are the same, though asked for in one second", async () => {
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => tokenOf(issuing.latchkey, photos)),
  );
  assert.equal(new Set(tokens).size, 20);
});

test("a JWT introspects, ends and is revoked like any other token", async () => {
  const { latchkey, clock } = issuing;
  const token = await tokenOf(latchkey, photos, { scope: "photos.read" });
  assert.deepEqual(await latchkey.introspectOAuth2Token({ token }), {
    active: true,
    scope: "photos.read",
    client_id: "photos",
    sub: "photos",
    aud: [],
    iss: ISSUER,
    iat: clock.now,
    nbf: clock.now,
    exp: clock.now + 3600,
    token_type: "Bearer",
    token_use: "access_token",
  });
  await latchkey.revokeOAuth2Token({ token }, { authorization: photos.authorization });
  assert.equal(await isActive(latchkey, token), false);

  const other = await tokenOf(latchkey, photos);
  clock.now += 3600;
  assert.equal(await isActive(latchkey, other), false);
});

test("a JWT may be meant to outlast us all", async () => {
  const { latchkey } = await startTestServer({
    "strategies.access_token": "jwt",
    "ttl.access_token": "1000000h",
  });
  const machine = await registerMachine(latchkey);
  assert.equal(await isActive(latchkey, await tokenOf(latchkey, machine)), true);
});

test("a JWT that mallory changed, or signed herself, is nothing to us", async () => {
  const { latchkey } = issuing;
  const token = await tokenOf(latchkey, photos);
  const [header = "", body = "", signature = ""] = token.split(".");
  const richer = Buffer.from(JSON.stringify({ ...decodeJwt(token), scp: ["admin"] })).toString(
    "base64url",
  );
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const forgeries = [
    `${header}.${richer}.${signature}`,
    `${none}.${body}.`,
    `${header}.${body}.AAAA`,
  ];
  for (const forgery of forgeries) assert.equal(await isActive(latchkey, forgery), false);
});

test("a client may have the other kind of token, whatever the server's own is", async () => {
  const plain = await startTestServer({ "urls.self.issuer": ISSUER });
  const jwt = await registerMachine(plain.latchkey, { access_token_strategy: "jwt" });
  const token = await tokenOf(plain.latchkey, jwt);
  await verify(plain.latchkey, token, plain.clock.now);
  assert.equal(await isActive(plain.latchkey, token), true);

  const opaque = { client_id: "album", access_token_strategy: "opaque" } as const;
  const machine = await registerMachine(issuing.latchkey, opaque);
  assert.match(await tokenOf(issuing.latchkey, machine), /^lk_at_/);
});

/** What the server says, what the client says, and what the header says then. */
const types = [
  [undefined, undefined, "JWT"],
  [undefined, "at+jwt", "at+jwt"],
  ["at+jwt", undefined, "at+jwt"],
  ["at+jwt", "JWT", "JWT"],
] as const;

for (const [server, client, expected] of types) {
  test(`typ is ${expected} with the server set to ${server} and the client to ${client}`, async () => {
    const { latchkey } = await startTestServer({
      "strategies.access_token": "jwt",
      ...(server !== undefined && { "strategies.jwt.typ": server }),
    });
    const description = client === undefined ? {} : { access_token_jwt_typ: client };
    const machine = await registerMachine(latchkey, description);
    const token = await tokenOf(latchkey, machine);
    assert.equal(decodeProtectedHeader(token).typ, expected);
    assert.ok(await isActive(latchkey, token));
  });
}

for (const [scope_claim, expected] of [
  ["list", { scp: ["photos.read"] }],
  ["string", { scope: "photos.read" }],
] as const) {
  test(`the scope of a JWT as a ${scope_claim}, by setting`, async () => {
    const { latchkey } = await startTestServer({
      "strategies.access_token": "jwt",
      "strategies.jwt.scope_claim": scope_claim,
    });
    const machine = await registerMachine(latchkey, { scope: "photos.read" });
    const token = await tokenOf(latchkey, machine, { scope: "photos.read" });
    const { scp, scope } = decodeJwt(token);
    assert.deepEqual(
      { ...(scp !== undefined && { scp }), ...(scope !== undefined && { scope }) },
      expected,
    );
    const introspection = await latchkey.introspectOAuth2Token({ token });
    assert.ok(introspection.active && introspection.scope === "photos.read");
  });
}

async function verify(latchkey: Client, token: string, now: number) {
  const currentDate = new Date(now * 1000);
  const jwks = createLocalJWKSet(await latchkey.wellKnown());
  return jwtVerify(token, jwks, { issuer: ISSUER, currentDate });
}
