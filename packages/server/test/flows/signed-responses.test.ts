import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonWebKey, OAuth2ClientInput } from "@latchkey/api";
import {
  compactDecrypt,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  codeFor,
  redeem,
  refresh,
  requestOf,
  signIn,
  completeFlow,
} from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";

const ISSUER = "http://127.0.0.1:4444";
const world = await startTestServer();
const { latchkey, clock } = world;
const photos = await registerApp(latchkey);

/** A key pair that responses are encrypted to. */
async function makeDecrypter(alg: string): Promise<{ open: JsonWebKey; hidden: JsonWebKey }> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const labels = { kty: "", kid: `for ${alg}`, alg, use: "enc" };
  return {
    open: { ...labels, ...(await exportJWK(publicKey)) },
    hidden: { ...labels, ...(await exportJWK(privateKey)) },
  };
}

const [rsa, ec] = [await makeDecrypter("RSA-OAEP-256"), await makeDecrypter("ECDH-ES+A256KW")];
const jwks = { keys: [rsa.open, ec.open] };

async function decrypt(jwe: string, { hidden }: { hidden: JsonWebKey }): Promise<string> {
  const key = await importJWK({ ...hidden }, hidden.alg ?? "");
  return Buffer.from((await compactDecrypt(jwe, key)).plaintext).toString();
}

/** The claims of a JWT of this server for a client. */
async function verify(jwt: string, audience: string): Promise<JWTPayload> {
  const keys: JSONWebKeySet = await latchkey.wellKnown();
  const options = { issuer: ISSUER, audience, currentDate: new Date(clock.now * 1000) };
  return (await jwtVerify(jwt, createLocalJWKSet(keys), options)).payload;
}

function register(client_id: string, description: OAuth2ClientInput = {}) {
  return registerApp(latchkey, { client_id, jwks, ...description });
}

describe("JARM: an authorization response in a JWT", () => {
  const table: [response_mode: string, response_type: string, place: string][] = [
    ["jwt", "code", "query"],
    ["query.jwt", "code", "query"],
    ["fragment.jwt", "code", "fragment"],
    ["form_post.jwt", "code", "form_post"],
    ["jwt", "code id_token", "fragment"],
    ["form_post.jwt", "id_token token", "form_post"],
  ];
  for (const [response_mode, response_type, place] of table) {
    test(`${response_mode} with ${response_type} is in the ${place}`, async () => {
      const params = { response_mode, response_type, nonce: "a-nonce-of-some-length" };
      const answer = await answerOf(await completeFlow(world, photos, { params }));
      assert.equal(answer.place, place);
      assert.equal(answer.redirect_uri, photos.redirect_uri);
      assert.deepEqual(Object.keys(answer.parameters), ["response"]);
      const claims = await verify(answer.parameters["response"] ?? "", "photos");
      assert.equal(claims["state"], "where photos was");
      assert.equal(claims.exp, clock.now + 300);
      for (const kind of ["code", "id_token"] as const)
        assert.equal(typeof claims[kind] === "string", response_type.includes(kind), kind);
      if (response_type === "code")
        assert.equal((await redeem(world, photos, String(claims["code"]))).status, 200);
    });
  }

  test("errors are in a JWT, too", async () => {
    const params = requestOf(photos, { response_mode: "jwt", scope: "bank" });
    const { parameters } = await answerOf(await authorize(openBrowser(world), params));
    assert.deepEqual(Object.keys(parameters), ["response"]);
    const claims = await verify(parameters["response"] ?? "", "photos");
    assert.equal(claims["error"], "invalid_scope");
    assert.equal(claims["state"], "where photos was");
    const silent = requestOf(photos, { response_mode: "form_post.jwt", prompt: "none" });
    const late = await answerOf(await authorize(openBrowser(world), silent));
    const refused = await verify(late.parameters["response"] ?? "", "photos");
    assert.equal(refused["error"], "login_required");
  });

  test("it is signed as the client registered", async () => {
    const app = await register("es256", { authorization_signed_response_alg: "ES256" });
    const params = { response_mode: "jwt" };
    const { parameters } = await answerOf(await completeFlow(world, app, { params }));
    const jwt = parameters["response"] ?? "";
    assert.equal(decodeProtectedHeader(jwt).alg, "ES256");
    assert.ok((await verify(jwt, "es256"))["code"]);
  });

  test("it is encrypted as the client registered, errors as well", async () => {
    const app = await register("sealed", {
      authorization_encrypted_response_alg: "ECDH-ES+A256KW",
      authorization_encrypted_response_enc: "A256GCM",
    });
    for (const params of [
      { response_mode: "jwt" },
      { response_mode: "query.jwt", response_type: "code token" },
    ]) {
      const { parameters } = await answerOf(await completeFlow(world, app, { params }));
      const jwe = parameters["response"] ?? "";
      const { alg, enc, cty, kid } = decodeProtectedHeader(jwe);
      assert.deepEqual([alg, enc, cty, kid], ["ECDH-ES+A256KW", "A256GCM", "JWT", ec.open.kid]);
      assert.ok((await verify(await decrypt(jwe, ec), "sealed"))["code"]);
    }
    const wrong = requestOf(app, { response_mode: "jwt", scope: "bank" });
    const { parameters } = await answerOf(await authorize(openBrowser(world), wrong));
    const jwt = await decrypt(parameters["response"] ?? "", ec);
    assert.equal((await verify(jwt, "sealed"))["error"], "invalid_scope");
  });

  test("tokens are in a query only if they are encrypted", async () => {
    const params = requestOf(photos, { response_mode: "query.jwt", response_type: "token" });
    const { parameters } = await answerOf(await authorize(openBrowser(world), params));
    const claims = await verify(parameters["response"] ?? "", "photos");
    assert.equal(claims["error"], "unsupported_response_mode");
  });

  test("it is not accepted as an ID token", async () => {
    const params = { response_mode: "jwt" };
    const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
    const id_token_hint = parameters["response"] ?? "";
    const refused = await answerOf(
      await authorize(openBrowser(world), requestOf(photos, { id_token_hint })),
    );
    assert.equal(refused.parameters["error"], "invalid_request");
  });

  test("the discovery document names the modes and algorithms", async () => {
    const document = await latchkey.discoverOpenIDConfiguration();
    for (const mode of ["jwt", "query.jwt", "fragment.jwt", "form_post.jwt"])
      assert.ok(document.response_modes_supported?.includes(mode));
    assert.ok(document.authorization_signing_alg_values_supported?.includes("PS256"));
    assert.ok(document.authorization_encryption_alg_values_supported?.includes("RSA-OAEP-256"));
    assert.ok(document.id_token_encryption_enc_values_supported?.includes("A256GCM"));
    assert.ok(document.userinfo_encryption_alg_values_supported?.includes("ECDH-ES"));
  });
});

describe("OpenID Connect Core §10.2: encrypted ID tokens and userinfo", () => {
  test("an ID token is signed, then encrypted, from every grant", async () => {
    const app = await register("encrypted", { id_token_encrypted_response_alg: "RSA-OAEP-256" });
    const tokens = await signIn(world, app);
    const refreshed = await refresh(world, app, tokens.refresh_token);
    assert.ok(refreshed.ok);
    const params = { response_type: "code id_token", nonce: "a-nonce-of-some-length" };
    const { parameters } = await answerOf(await completeFlow(world, app, { params }));
    for (const jwe of [tokens.id_token, refreshed.body.id_token, parameters["id_token"]]) {
      const { alg, enc, cty } = decodeProtectedHeader(jwe ?? "");
      assert.deepEqual([alg, enc, cty], ["RSA-OAEP-256", "A128CBC-HS256", "JWT"]);
      const claims = await verify(await decrypt(jwe ?? "", rsa), "encrypted");
      assert.equal(claims.sub, "alice");
    }
  });

  test("the signed token inside is a hint, the encrypted one is not", async () => {
    const app = await register("hinting", { id_token_encrypted_response_alg: "RSA-OAEP-256" });
    const { id_token = "" } = await signIn(world, app);
    const inside = await decrypt(id_token, rsa);
    const asked = await authorize(openBrowser(world), requestOf(app, { id_token_hint: inside }));
    assert.match(asked.headers.get("location") ?? "", /login_challenge/);
    const refused = await authorize(
      openBrowser(world),
      requestOf(app, { id_token_hint: id_token }),
    );
    assert.equal((await answerOf(refused)).parameters["error"], "invalid_request");
  });

  const userinfo: [title: string, signed: string, cty: string | undefined][] = [
    ["signed, then encrypted", "ES256", "JWT"],
    ["encrypted JSON", "none", undefined],
  ];
  for (const [title, userinfo_signed_response_alg, cty] of userinfo) {
    test(`userinfo is ${title}`, async () => {
      const client_id = `userinfo-${userinfo_signed_response_alg}`;
      const app = await register(client_id, {
        userinfo_signed_response_alg,
        userinfo_encrypted_response_alg: "ECDH-ES+A256KW",
        userinfo_encrypted_response_enc: "A256CBC-HS512",
      });
      const { access_token } = await signIn(world, app);
      const answer = await world.fetch("http://public.test/userinfo", {
        headers: { authorization: `Bearer ${access_token}` },
      });
      assert.equal(answer.headers.get("content-type"), "application/jwt");
      const jwe = await answer.text();
      assert.equal(decodeProtectedHeader(jwe).cty, cty);
      const inside = await decrypt(jwe, ec);
      const claims: unknown =
        cty === undefined ? JSON.parse(inside) : await verify(inside, client_id);
      assert.ok(typeof claims === "object" && claims !== null && "sub" in claims);
      assert.equal(claims.sub, "alice");
    });
  }

  test("keys at a jwks_uri are used, and fetched again when one is missing", async () => {
    const keys: JsonWebKey[] = [];
    const shelf = await startReceiver(() => ({
      body: JSON.stringify({ keys }),
      headers: { "content-type": "application/json" },
    }));
    const app = await registerApp(latchkey, {
      client_id: "published",
      jwks_uri: `${shelf.url}/jwks.json`,
      id_token_encrypted_response_alg: "RSA-OAEP-256",
    });
    const code = await codeFor(world, app);
    const refused = await redeem(world, app, code);
    assertRefused(refused, 503, "temporarily_unavailable");
    keys.push(rsa.open);
    clock.now += 31; // Keys are fetched again at most every 30 seconds.
    const redeemed = await redeem(world, app, code);
    assert.ok(redeemed.ok, "the code was not spent");
    assert.ok(await verify(await decrypt(redeemed.body.id_token ?? "", rsa), "published"));
  });

  test("a response that cannot be encrypted is not sent in the clear", async () => {
    const shelf = await startReceiver(() => ({ status: 500, body: "" }));
    const app = await registerApp(latchkey, {
      client_id: "unreachable",
      jwks_uri: `${shelf.url}/jwks.json`,
      authorization_encrypted_response_alg: "RSA-OAEP-256",
    });
    const page = await completeFlow(world, app, { params: { response_mode: "jwt" } });
    assert.equal(page.status, 503);
    assert.equal(page.headers.get("location"), null);
    assert.match(await page.text(), /cannot be encrypted/);
  });
});
