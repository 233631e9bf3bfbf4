import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { startTestServer } from "../support/server.ts";
import { askForToken, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused, receive } from "./refusal.ts";

const world = await startTestServer();
const { latchkey, fetch, clock } = world;
const photos = await registerMachine(latchkey, {
  scope: "photos.read photos.write mail.read",
  audience: ["https://photos.example/api", "https://plain.example"],
});
await latchkey.createApi({
  body: {
    identifier: "https://photos.example/api",
    scopes: ["photos.*"],
    access_token_format: "jwt",
    access_token_lifespan: "10m",
    access_token_signing_alg: "ES256",
  },
});
await latchkey.createApi({ body: { identifier: "https://mail.example", allow_any_client: true } });
await latchkey.createApi({ body: { identifier: "https://closed.example" } });

/** What is sent, and the audience of the token, or the error. */
const requests: readonly [string, string | readonly string[]][] = [
  ["resource=https://mail.example", ["https://mail.example"]],
  ["resource=HTTPS://Mail.Example/", ["https://mail.example"]],
  ["audience=https://mail.example", ["https://mail.example"]],
  ["resource=https://plain.example", ["https://plain.example"]],
  ["resource=https://plain.example/below", ["https://plain.example/below"]],
  ["audience=https://plain.example/below", ["https://plain.example/below"]],
  [
    "resource=https://mail.example&resource=https://plain.example",
    ["https://mail.example", "https://plain.example"],
  ],
  [
    "resource=https://mail.example&audience=https://plain.example",
    ["https://plain.example", "https://mail.example"],
  ],
  ["resource=https://mail.example&audience=https://mail.example", ["https://mail.example"]],
  ["resource=", []],
  ["resource=https://closed.example", "invalid_target"],
  ["resource=https://unknown.example", "invalid_target"],
  ["resource=https://mail.example&resource=https://unknown.example", "invalid_target"],
  ["resource=https://mail.example/inbox", "invalid_target"],
  ["resource=https://mail.example%23inbox", "invalid_target"],
  ["resource=mail.example", "invalid_target"],
  ["resource=%2Fmail", "invalid_target"],
  ["resource=https://mail.example%20https://plain.example", "invalid_target"],
  ["resource=https://photos.example/api/../closed", "invalid_target"],
  [Array.from({ length: 65 }, (_, at) => `resource=urn:a:${at}`).join("&"), "invalid_request"],
  ["audience=https://closed.example", "invalid_request"],
  ["audience=https://unknown.example", "invalid_request"],
];

for (const [sent, expected] of requests) {
  test(`${sent.slice(0, 90)} → ${String(expected)}`, async () => {
    const received = await receive(
      fetch("http://public.test/oauth2/token", {
        method: "POST",
        headers: {
          authorization: photos.authorization,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: `grant_type=client_credentials&${sent}`,
      }),
    );
    if (typeof expected === "string") {
      assertRefused(received, 400, expected);
      return;
    }
    assert.ok(
      typeof received.body === "object" && received.body && "access_token" in received.body,
    );
    const token = String(received.body.access_token);
    const found = await latchkey.introspectOAuth2Token({ token });
    assert.deepEqual(found.active && found.aud, expected);
  });
}

test("RFC 9068: the settings of the one API of a token apply: format, algorithm, typ, lifespan", async () => {
  const wishes = { resource: ["https://photos.example/api"], scope: "photos.read" };
  const reply = await askForToken(latchkey, photos, wishes);
  assert.ok(reply.ok);
  const { access_token, expires_in, scope } = reply.body;
  assert.deepEqual([expires_in, scope], [600, "photos.read"]);
  const { payload, protectedHeader } = await jwtVerify(
    access_token,
    createLocalJWKSet(await latchkey.wellKnown()),
    {
      issuer: "http://127.0.0.1:4444",
      audience: "https://photos.example/api",
      typ: "at+jwt",
      algorithms: ["ES256"],
      currentDate: new Date(clock.now * 1000),
    },
  );
  const { jti, ...claims } = payload;
  assert.ok(jti);
  assert.deepEqual(claims, {
    iss: "http://127.0.0.1:4444",
    sub: "photos",
    client_id: "photos",
    aud: ["https://photos.example/api"],
    scp: ["photos.read"],
    scope: "photos.read",
    ext: {},
    iat: clock.now,
    nbf: clock.now,
    exp: clock.now + 600,
  });
  const keys = await latchkey.getJsonWebKeySet({ set: "latchkey.jwt.api-access-token" });
  assert.equal(protectedHeader.kid, keys.keys[0]?.kid);
  assert.equal((await latchkey.introspectOAuth2Token({ token: access_token })).active, true);
});

test("a token for several audiences is the client's own kind, and as short as the shortest", async () => {
  const resource = ["https://photos.example/api", "https://mail.example"];
  const reply = await askForToken(latchkey, photos, { resource });
  assert.ok(reply.ok);
  assert.match(reply.body.access_token, /^lk_at_/);
  assert.equal(reply.body.expires_in, 600);
});

test("a lifespan of the client that is shorter than the API's is kept", async () => {
  const brief = await registerMachine(latchkey, {
    client_id: "brief",
    audience: ["https://photos.example/api"],
    client_credentials_grant_access_token_lifespan: "1m",
  });
  const reply = await askForToken(latchkey, brief, { resource: ["https://photos.example/api"] });
  assert.equal(reply.ok && reply.body.expires_in, 60);
});

test("a scope that the API does not have is refused, and left out where it was not asked for", async () => {
  const resource = ["https://photos.example/api"];
  const refused = await askForToken(latchkey, photos, { resource, scope: "photos.read mail.read" });
  assert.match(assertRefused(refused, 400, "invalid_scope"), /'mail.read'/);

  const generous = await startTestServer({
    "oauth2.client_credentials.default_grant_allowed_scope": true,
  });
  const machine = await registerMachine(generous.latchkey, {
    scope: "photos.read mail.read",
    audience: ["urn:photos"],
  });
  const body = { identifier: "urn:photos", scopes: ["photos.read"] };
  await generous.latchkey.createApi({ body });
  const reply = await askForToken(generous.latchkey, machine, { resource: ["urn:photos"] });
  assert.equal(reply.ok && reply.body.scope, "photos.read");
});

test("without resource, a client that has JWTs gets the ones it always had", async () => {
  const plain = await registerMachine(latchkey, {
    client_id: "plain",
    audience: ["https://mail.example"],
    access_token_strategy: "jwt",
  });
  const tokens = [
    await tokenOf(latchkey, plain),
    await tokenOf(latchkey, plain, { audience: "https://mail.example" }),
    await tokenOf(latchkey, plain, { resource: ["https://mail.example"] }),
  ];
  const headers = tokens.map((token) => decodeProtectedHeader(token));
  assert.deepEqual(
    headers.map(({ alg, typ }) => [alg, typ]),
    tokens.map(() => ["RS256", "JWT"]),
  );
  assert.equal(new Set(headers.map(({ kid }) => kid)).size, 1);
  assert.ok(tokens.every((token) => !("auth_time" in decodeJwt(token))));
});

test("APIs are open to no client where the setting says so", async () => {
  const strict = await startTestServer({ "oauth2.resource_indicators.open_apis": false });
  const machine = await registerMachine(strict.latchkey, { audience: ["urn:own"] });
  for (const identifier of ["urn:own", "urn:other"])
    await strict.latchkey.createApi({ body: { identifier, allow_any_client: true } });
  const refused = await askForToken(strict.latchkey, machine, { resource: ["urn:other"] });
  assertRefused(refused, 400, "invalid_target");
  assert.ok(await tokenOf(strict.latchkey, machine, { resource: ["urn:own"] }));
});

test("an API that was deleted is unknown at once", async () => {
  const { id } = await latchkey.createApi({
    body: { identifier: "urn:brief", allow_any_client: true },
  });
  assert.ok(await tokenOf(latchkey, photos, { resource: ["urn:brief"] }));
  await latchkey.deleteApi({ id });
  const refused = await askForToken(latchkey, photos, { resource: ["urn:brief"] });
  assertRefused(refused, 400, "invalid_target");
});
