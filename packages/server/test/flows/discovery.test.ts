import assert from "node:assert/strict";
import { test } from "node:test";
import { grantTypeOptions } from "@latchkey/api";
import {
  compactDecrypt,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, requestOf, signIn, completeFlow } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey } = world;
const document = await latchkey.discoverOpenIDConfiguration();
const photos = await registerApp(latchkey, {
  scope: "openid offline offline_access profile email address phone",
});

test("every endpoint that is named answers where it is said to be", async () => {
  const endpoints = {
    authorization_endpoint: ["GET", 400],
    token_endpoint: ["POST", 400],
    userinfo_endpoint: ["GET", 401],
    jwks_uri: ["GET", 200],
    revocation_endpoint: ["POST", 401],
    device_authorization_endpoint: ["POST", 401],
    pushed_authorization_request_endpoint: ["POST", 401],
    end_session_endpoint: ["GET", 302],
  } as const;
  for (const [name, [method, status]] of Object.entries(endpoints)) {
    const url: unknown = Reflect.get(document, name);
    assert.ok(typeof url === "string" && url.startsWith(`${document.issuer}/`), name);
    assert.equal((await world.fetch(url, { method })).status, status, name);
  }
});

test("every response type and mode that is named works", async () => {
  const { response_types_supported = [], response_modes_supported = [] } = document;
  assert.equal(response_types_supported.length, 7);
  for (const response_type of response_types_supported) {
    for (const response_mode of response_modes_supported) {
      if (response_mode.startsWith("query") && response_type !== "code") continue;
      const params = { response_type, response_mode, nonce: "n" };
      const answer = await answerOf(await completeFlow(world, photos, { params }));
      const [transport, jwt] = response_mode === "jwt" ? ["", "jwt"] : response_mode.split(".");
      if (transport !== "") assert.equal(answer.place, transport);
      const sent =
        jwt === undefined ? answer.parameters : decodeJwt(answer.parameters["response"] ?? "");
      assert.equal(sent["error"], undefined, response_type);
      assert.equal(sent["state"], "where photos was");
    }
  }
});

test("every scope and grant type that is named may be registered and asked for", async () => {
  const { scopes_supported = [], grant_types_supported = [] } = document;
  assert.deepEqual(scopes_supported.toSorted(), [
    "address",
    "email",
    "offline",
    "offline_access",
    "openid",
    "phone",
    "profile",
  ]);
  const documented = grantTypeOptions.map(({ value }) => value);
  assert.deepEqual(grant_types_supported.toSorted(), documented.toSorted());
  const params = { scope: scopes_supported.join(" ") };
  const { scope } = await signIn(world, photos, { params });
  assert.equal(scope, params.scope);
});

test("every algorithm that is named for ID tokens and userinfo signs them", async () => {
  const { id_token_signing_alg_values_supported: own = [] } = document;
  const { userinfo_signing_alg_values_supported: shown = [] } = document;
  assert.ok(own.includes("RS256"), "OpenID Connect Discovery §3");
  assert.deepEqual(shown, ["none", ...own]);
  for (const alg of own) {
    const app = await registerApp(latchkey, {
      client_id: alg,
      id_token_signed_response_alg: alg,
      userinfo_signed_response_alg: alg,
    });
    const { id_token = "", access_token } = await signIn(world, app);
    assert.equal(decodeProtectedHeader(id_token).alg, alg);
    const person = await latchkey.userinfo({}, { authorization: `Bearer ${access_token}` });
    assert.ok(typeof person === "string");
    assert.equal(decodeProtectedHeader(person).alg, alg);
  }
});

test("every encryption that is named for ID tokens encrypts them", async () => {
  const { id_token_encryption_alg_values_supported: algorithms = [] } = document;
  const { id_token_encryption_enc_values_supported: encryptions = [] } = document;
  for (const kind of ["userinfo", "authorization"] as const) {
    assert.deepEqual(document[`${kind}_encryption_alg_values_supported`], algorithms);
    assert.deepEqual(document[`${kind}_encryption_enc_values_supported`], encryptions);
  }
  const [rsa, ec] = await Promise.all([makeKeys("RSA-OAEP-256"), makeKeys("ECDH-ES")]);
  const pairs = [
    ...algorithms.map((alg) => [alg, "A256GCM"]),
    ...encryptions.map((enc) => ["ECDH-ES", enc]),
  ];
  for (const [index, [alg = "", enc = ""]] of pairs.entries()) {
    const { open, hidden } = alg.startsWith("RSA") ? rsa : ec;
    const app = await registerApp(latchkey, {
      client_id: `encrypted-${index}`,
      jwks: { keys: [open] },
      id_token_encrypted_response_alg: alg,
      id_token_encrypted_response_enc: enc,
    });
    const { id_token = "" } = await signIn(world, app);
    const { plaintext, protectedHeader } = await compactDecrypt(
      id_token,
      await importJWK({ ...hidden }, alg),
    );
    assert.deepEqual([protectedHeader.alg, protectedHeader.enc], [alg, enc]);
    assert.equal(decodeJwt(Buffer.from(plaintext).toString()).sub, "alice");
  }
});

async function makeKeys(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    open: { kty: "", ...(await exportJWK(publicKey)), use: "enc" },
    hidden: await exportJWK(privateKey),
  };
}

test("what is said to be there is there, and what is not is not", async () => {
  assert.equal(document.authorization_response_iss_parameter_supported, true);
  assert.deepEqual(document.code_challenge_methods_supported, ["S256"]);
  assert.deepEqual(document.subject_types_supported, ["public"]);
  assert.equal(document.claims_parameter_supported, true);
  assert.equal(document.request_parameter_supported, true);
  assert.equal(document.request_uri_parameter_supported, true);
  assert.equal(document.require_request_uri_registration, true);
  assert.equal(document.claims_supported?.[0], "sub");
  assert.equal(document.frontchannel_logout_session_supported, true);
  assert.equal(document.backchannel_logout_session_supported, true);
  const reply = await latchkey.call("createOAuth2Client", {
    body: { client_id: "pairwise", subject_type: "pairwise" },
  });
  assert.equal(reply.status, 400, "a subject type that is not named cannot be registered");
});

test("every advertised token endpoint authentication method works", async () => {
  const methods = document.token_endpoint_auth_methods_supported ?? [];
  assert.deepEqual(methods.toSorted(), [
    "client_secret_basic",
    "client_secret_post",
    "none",
    "private_key_jwt",
  ]);
});

test("with urls.self.public, userinfo and redirects use that URL", async () => {
  const moved = await startTestServer({ "urls.self.public": "https://public.example/id" });
  const app = await registerApp(moved.latchkey);
  const there = await moved.latchkey.discoverOpenIDConfiguration();
  assert.equal(there.userinfo_endpoint, "https://public.example/id/userinfo");
  const asked = await authorize(openBrowser(moved), requestOf(app));
  assert.match(asked.headers.get("location") ?? "", /^https:\/\/public\.example\/id\/login\?/);
});
