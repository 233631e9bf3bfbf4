import assert from "node:assert/strict";
import { test } from "node:test";
import { accountClaimNames, profileNames } from "@latchkey/api";
import { startTestServer } from "../support/server.ts";
import { registerMachine, tokenOf } from "./machine.ts";

const { latchkey } = await startTestServer({ "urls.self.issuer": "http://127.0.0.1:4444" });

test("the discovery document has what clients without users can use", async () => {
  const reply = await latchkey.call("discoverOpenIDConfiguration");
  assert.ok(reply.ok);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8");
  const { grant_types_supported, token_endpoint_auth_methods_supported, ...rest } = reply.body;
  assert.ok(grant_types_supported?.includes("client_credentials"));
  assert.deepEqual(token_endpoint_auth_methods_supported?.toSorted(), [
    "client_secret_basic",
    "client_secret_post",
    "none",
    "private_key_jwt",
  ]);
  assert.equal(rest.issuer, "http://127.0.0.1:4444");
  assert.equal(rest.jwks_uri, "http://127.0.0.1:4444/.well-known/jwks.json");
  assert.equal(rest.token_endpoint, "http://127.0.0.1:4444/oauth2/token");
  assert.equal(rest.revocation_endpoint, "http://127.0.0.1:4444/oauth2/revoke");
  assert.deepEqual(rest.subject_types_supported, ["public"]);
  assert.ok(!("registration_endpoint" in rest));
});

test("what is advertised for assertions is what registration takes", async () => {
  const { token_endpoint_auth_signing_alg_values_supported: algorithms = [] } =
    await latchkey.discoverOpenIDConfiguration();
  assert.ok(algorithms.includes("RS256") && algorithms.includes("ES256"));
  for (const token_endpoint_auth_signing_alg of algorithms) {
    await latchkey.createOAuth2Client({ body: { token_endpoint_auth_signing_alg } });
  }
});

const issuers = [
  ["https://id.example", "https://id.example/oauth2/token"],
  ["https://id.example/", "https://id.example/oauth2/token"],
  ["https://id.example/tenant", "https://id.example/tenant/oauth2/token"],
  ["https://id.example/tenant/", "https://id.example/tenant/oauth2/token"],
] as const;

for (const [issuer, token_endpoint] of issuers) {
  test(`the issuer ${issuer} is published unchanged, and ${token_endpoint} lies under it`, async () => {
    const server = await startTestServer({ "urls.self.issuer": issuer });
    const document = await server.latchkey.discoverOpenIDConfiguration();
    assert.equal(document.issuer, issuer);
    assert.equal(document.token_endpoint, token_endpoint);

    const token = await tokenOf(server.latchkey, await registerMachine(server.latchkey));
    const found = await server.latchkey.introspectOAuth2Token({ token });
    assert.ok(found.active);
    assert.equal(found.iss, issuer, "and introspection names the same");
  });
}

const OPENID = "/.well-known/openid-configuration";
const OAUTH = "/.well-known/oauth-authorization-server";
const metadataPaths: readonly [issuer: string, paths: readonly string[]][] = [
  ["https://id.example", [OPENID, OAUTH]],
  ["https://id.example/", [OPENID, OAUTH]],
  [
    "https://id.example/tenant",
    [OPENID, OAUTH, `${OPENID}/tenant`, `${OAUTH}/tenant`, `/tenant${OPENID}`, `/tenant${OAUTH}`],
  ],
  ["https://id.example/a/b/", [`${OPENID}/a/b`, `${OAUTH}/a/b`, `/a/b${OPENID}`]],
  ["https://id.example/caf\u00e9", [`${OAUTH}/caf%C3%A9`, `/caf%C3%A9${OPENID}`]],
];

for (const [issuer, paths] of metadataPaths) {
  test(`the metadata of ${issuer} is wherever clients look for it`, async () => {
    const server = await startTestServer({
      "urls.self.issuer": issuer,
      "dangerous-force-http": true,
    });
    const expected = await server.latchkey.discoverOAuth2AuthorizationServer();
    assert.equal(expected.issuer, issuer);
    assert.deepEqual(expected.code_challenge_methods_supported, ["S256"]);
    assert.ok(expected.scopes_supported?.includes("offline_access"));
    assert.ok(expected.grant_types_supported?.includes("refresh_token"));
    for (const path of paths) {
      const response = await server.fetch(`http://public.test${path}`, {
        headers: { Origin: "https://mallory.example" },
      });
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
      assert.equal(response.headers.get("access-control-allow-origin"), "*", path);
      assert.deepEqual(await response.json(), expected, path);
    }
    for (const path of [`${OAUTH}/other`, `/other${OPENID}`, `${OPENID}/tenant/tenant`])
      assert.equal((await server.fetch(`http://public.test${path}`)).status, 404, path);
  });
}

test("settings override where things are said to be", async () => {
  const server = await startTestServer({
    "urls.self.issuer": "https://id.example",
    "urls.self.admin": "https://admin.example",
    "webfinger.oidc_discovery.jwks_url": "https://keys.example/jwks",
    "webfinger.oidc_discovery.token_url": "https://mtls.example/token",
    "webfinger.oidc_discovery.client_registration_url": "https://id.example/register",
  });
  const document = await server.latchkey.discoverOpenIDConfiguration();
  assert.equal(document.jwks_uri, "https://keys.example/jwks");
  assert.equal(document.token_endpoint, "https://mtls.example/token");
  assert.equal(document.registration_endpoint, "https://id.example/register");
  assert.equal(document.introspection_endpoint, "https://id.example/oauth2/introspect");
});

test("in production the address of the admin listener is not published", async () => {
  const server = await startTestServer({ "urls.self.issuer": "https://id.example" });
  const document = await server.latchkey.discoverOpenIDConfiguration();
  assert.equal(document.introspection_endpoint, "https://id.example/oauth2/introspect");
  assert.doesNotMatch(JSON.stringify(document), /4445|127\.0\.0\.1/);
});

test("the JWKS has the public half of a signing key from the first moment", async () => {
  const reply = await latchkey.call("wellKnown");
  assert.ok(reply.ok);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8");
  const [key, ...others] = reply.body.keys;
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(key ?? {}).toSorted(), ["alg", "e", "kid", "kty", "n", "use"]);
  assert.deepEqual([key?.alg, key?.use], ["RS256", "sig"]);
  assert.deepEqual(await latchkey.wellKnown(), reply.body, "and it stays the same");
});

test("concurrent requests for the first key get the same one", async () => {
  const server = await startTestServer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.latchkey.wellKnown()));
  assert.equal(new Set(answers.map(({ keys }) => keys[0]?.kid)).size, 1);
  const { keys } = await server.latchkey.getJsonWebKeySet({ set: "hydra.openid.id-token" });
  assert.equal(keys.length, 1);
});

test("introspection is advertised as the public listener serves it", async () => {
  const document = await latchkey.discoverOpenIDConfiguration();
  assert.equal(document.introspection_endpoint, "http://127.0.0.1:4444/oauth2/introspect");
  assert.deepEqual(document.introspection_endpoint_auth_methods_supported?.toSorted(), [
    "client_secret_basic",
    "client_secret_post",
    "private_key_jwt",
  ]);
  const algorithms = document.introspection_signing_alg_values_supported ?? [];
  assert.ok(algorithms.includes("RS256") && !algorithms.includes("none"));
  for (const introspection_signed_response_alg of algorithms) {
    await latchkey.createOAuth2Client({ body: { introspection_signed_response_alg } });
  }
});

test("scopes and claims of the built-in pages are listed where they are served", async () => {
  const ours = await latchkey.discoverOpenIDConfiguration();
  for (const scope of ["profile", "email", "address", "phone"])
    assert.ok(ours.scopes_supported?.includes(scope), scope);
  assert.deepEqual(ours.claims_supported?.toSorted(), ["sub", ...accountClaimNames].toSorted());

  const own = await startTestServer({
    "urls.consent": "https://login.example/consent",
    "webfinger.oidc_discovery.supported_scope": ["profile"],
    "webfinger.oidc_discovery.supported_claims": ["name"],
  });
  const theirs = await own.latchkey.discoverOpenIDConfiguration();
  assert.deepEqual(theirs.scopes_supported, ["offline_access", "offline", "openid", "profile"]);
  assert.deepEqual(theirs.claims_supported, ["sub", "name"]);
});

test("the supported acr values are listed", async () => {
  const { acr_values_supported } = await latchkey.discoverOpenIDConfiguration();
  assert.deepEqual(acr_values_supported, ["0"]);
  const own = await startTestServer({
    "webfinger.oidc_discovery.supported_acr_values": ["urn:example:silver", "urn:example:gold"],
  });
  const document = await own.latchkey.discoverOpenIDConfiguration();
  assert.deepEqual(document.acr_values_supported, ["urn:example:silver", "urn:example:gold"]);
});

for (const profile of profileNames) {
  const isPublished = profile === "compatible";
  test(`names of client metadata are ${isPublished ? "" : "not "}published under ${profile}`, async () => {
    const server = await startTestServer({ "security.profile": profile });
    const document = await server.latchkey.discoverOpenIDConfiguration();
    for (const name of ["id_token_signed_response_alg", "userinfo_signed_response_alg"])
      assert.equal(name in document, isPublished, name);
    assert.ok(document.id_token_signing_alg_values_supported?.length);
  });
}
