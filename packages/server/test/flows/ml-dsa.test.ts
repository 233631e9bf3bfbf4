import assert from "node:assert/strict";
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { test } from "node:test";
import type { JsonWebKey } from "@latchkey/api";
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  requestOf,
  signIn,
  completeFlow,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const ISSUER = "http://127.0.0.1:4444";
const ALGORITHMS = ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"] as const;
const world = await startTestServer({ "oidc.ml_dsa.enabled": true });
const { latchkey, clock } = world;

type Algorithm = (typeof ALGORITHMS)[number];
const types = {
  "ML-DSA-44": "ml-dsa-44",
  "ML-DSA-65": "ml-dsa-65",
  "ML-DSA-87": "ml-dsa-87",
} as const;

/** A key pair as OpenSSL makes it, without a line of ours. */
function makeKey(alg: Algorithm): { open: JsonWebKey; hidden: KeyObject } {
  const { privateKey, publicKey } = generatePair(alg);
  const { kty = "", ...fields } = publicKey.export({ format: "jwk" });
  return { open: { kty, ...fields, kid: alg, use: "sig", alg }, hidden: privateKey };
}

function generatePair(alg: Algorithm) {
  switch (types[alg]) {
    case "ml-dsa-44":
      return generateKeyPairSync("ml-dsa-44");
    case "ml-dsa-65":
      return generateKeyPairSync("ml-dsa-65");
    case "ml-dsa-87":
      return generateKeyPairSync("ml-dsa-87");
  }
}

function signJwt(hidden: KeyObject, alg: string, claims: JWTPayload): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const input = `${encode({ alg, kid: alg })}.${encode(claims)}`;
  return `${input}.${sign(null, Buffer.from(input), hidden).toString("base64url")}`;
}

/** Whether a key that the server publishes verifies a JWT. */
async function isOurs(jwt: string): Promise<boolean> {
  const { kid } = decodeProtectedHeader(jwt);
  const key = (await latchkey.wellKnown()).keys.find((one) => one.kid === kid);
  assert.ok(key && key.kty === "AKP" && key.priv === undefined);
  const dot = jwt.lastIndexOf(".");
  const signature = Buffer.from(jwt.slice(dot + 1), "base64url");
  const publicKey = createPublicKey({ key, format: "jwk" });
  return verify(null, Buffer.from(jwt.slice(0, dot)), publicKey, signature);
}

for (const alg of ALGORITHMS) {
  test(`${alg}: assertions, request objects, ID tokens, userinfo and responses`, async () => {
    const { open, hidden } = makeKey(alg);
    const client_id = alg;
    const app = await registerApp(latchkey, {
      client_id,
      jwks: { keys: [open] },
      request_object_signing_alg: alg,
      id_token_signed_response_alg: alg,
      userinfo_signed_response_alg: alg,
      authorization_signed_response_alg: alg,
    });
    const { id_token = "", access_token } = await signIn(world, app);
    assert.equal(decodeProtectedHeader(id_token).alg, alg);
    assert.ok(await isOurs(id_token));
    const digest = createHash("shake256", { outputLength: 64 }).update(access_token).digest();
    assert.equal(decodeJwt(id_token)["at_hash"], digest.toString("base64url", 0, 32));
    const person = await latchkey.userinfo({}, { authorization: `Bearer ${access_token}` });
    assert.ok(typeof person === "string" && (await isOurs(person)));
    const params = { response_mode: "jwt" };
    const { parameters } = await answerOf(await completeFlow(world, app, { params }));
    assert.ok(await isOurs(parameters["response"] ?? ""));
    const hinted = requestOf(app, { id_token_hint: id_token });
    assert.ok(challengeOf(await authorize(openBrowser(world), hinted), "login"));

    const { redirect_uri } = app;
    const claims = { response_type: "code", redirect_uri, scope: "openid", state: "where it was" };
    const request = signJwt(hidden, alg, claims);
    const asked = await authorize(openBrowser(world), { client_id, request });
    assert.ok(challengeOf(asked, "login"));
    const forged = `${request.slice(0, -8)}AAAAAAAA`;
    const refused = await authorize(openBrowser(world), { client_id, request: forged });
    assert.equal(refused.status, 400);
  });

  test(`${alg}: a client authenticates with it`, async () => {
    const { open, hidden } = makeKey(alg);
    const client_id = `machine-${alg}`;
    await registerApp(latchkey, {
      client_id,
      jwks: { keys: [open] },
      grant_types: ["client_credentials"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: alg,
    });
    const present = (key: KeyObject, jti: string) =>
      latchkey.call("oauth2Token", {
        grant_type: "client_credentials",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: signJwt(key, alg, {
          iss: client_id,
          sub: client_id,
          aud: ISSUER,
          exp: clock.now + 60,
          jti,
        }),
      });
    assert.equal((await present(hidden, "own")).status, 200);
    assertRefused(await present(makeKey(alg).hidden, "foreign"), 401, "invalid_client");
  });
}

test("a key set can have such a key: access tokens are then signed with it", async () => {
  const server = await startTestServer({ "strategies.access_token": "jwt" });
  const { keys } = await server.latchkey.createJsonWebKeySet({
    set: "hydra.jwt.access-token",
    body: { alg: "ML-DSA-44" },
  });
  assert.ok(keys[0]?.kty === "AKP" && keys[0].priv !== undefined);
  const { access_token } = await signIn(server, await registerApp(server.latchkey));
  assert.equal(decodeProtectedHeader(access_token).alg, "ML-DSA-44");
  const found = await server.latchkey.introspectOAuth2Token({ token: access_token });
  assert.equal(found.active, true);
  const { keys: published } = await server.latchkey.wellKnown();
  const key = published.find(({ kty }) => kty === "AKP");
  assert.ok(key?.pub !== undefined && key.priv === undefined);
  const [stored] = keys;
  await server.latchkey.updateJsonWebKeySet({ set: "copies", body: { keys: [stored] } });
});

test("keys without their alg, or with that of another, are refused", async () => {
  const { open } = makeKey("ML-DSA-44");
  const { alg: _alg, ...nameless } = open;
  for (const key of [nameless, { ...open, alg: "ML-DSA-87" }, { ...open, alg: "ES256" }]) {
    const reply = await latchkey.call("createOAuth2Client", { body: { jwks: { keys: [key] } } });
    assertRefused(reply, 400, "invalid_client_metadata");
  }
});

test("a server that does not offer them says so, and refuses clients that want them", async () => {
  const server = await startTestServer();
  const document = await server.latchkey.discoverOpenIDConfiguration();
  assert.doesNotMatch(JSON.stringify(document), /ML-DSA/);
  assert.ok(
    (await latchkey.discoverOpenIDConfiguration()).id_token_signing_alg_values_supported?.includes(
      "ML-DSA-65",
    ),
  );
  const body = { id_token_signed_response_alg: "ML-DSA-65" };
  const refused = await server.latchkey.call("createOAuth2Client", { body });
  assert.match(assertRefused(refused, 400, "invalid_client_metadata"), /not supported/);

  const { open, hidden } = makeKey("ML-DSA-44");
  await registerApp(server.latchkey, { jwks: { keys: [open] } });
  const request = signJwt(hidden, "ML-DSA-44", { response_type: "code" });
  const asked = await authorize(openBrowser(server), { client_id: "photos", request });
  assert.equal(asked.status, 400);
});
