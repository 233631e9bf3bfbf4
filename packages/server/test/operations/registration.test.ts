import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sweep } from "../../src/jobs/sweeper.ts";
import { CIBA } from "../support/backchannel.ts";
import { startTestServer } from "../support/server.ts";
import { makeSigner } from "./assertion.ts";
import { callRegistration, photos, registerSelf, registrationContextOf } from "./registration.ts";

const issuer = "https://id.example";
const open = await startTestServer({
  "urls.self.issuer": issuer,
  "dangerous-force-http": true,
  "oauth2.registration.mode": "open",
  "oauth2.registration.allowed_scope": ["openid", "offline_access", "photos.*"],
  "oauth2.registration.allowed_grant_types": [
    "authorization_code",
    "refresh_token",
    "client_credentials",
  ],
});
const { latchkey } = open;

it("OpenID CIBA Core §4: a client registers how it uses backchannel authentication", async () => {
  const server = await startTestServer({
    "oauth2.registration.mode": "open",
    "oauth2.registration.allowed_grant_types": [CIBA],
  });
  const key = await makeSigner("2027-01");
  const described = {
    grant_types: [CIBA],
    response_types: [],
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.open] },
    backchannel_token_delivery_mode: "ping",
    backchannel_client_notification_endpoint: "https://bank.example/notified",
    backchannel_authentication_request_signing_alg: "ES256",
  };
  const { reply } = await registerSelf(server, described);
  assert.partialDeepStrictEqual(reply.body, described);
  const refused = await callRegistration(server, {
    body: { ...described, backchannel_token_delivery_mode: "push" },
  });
  assert.deepEqual([refused.status, refused.body.error], [400, "invalid_client_metadata"]);
});

describe("RFC 7591: a client registers itself", () => {
  it("and gets everything that was registered, and no secret if it is public", async () => {
    const { id, reply } = await registerSelf(open);
    assert.equal(reply.headers.get("cache-control"), "no-store");
    assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8");
    const { registration_access_token, created_at, updated_at, ...registered } = reply.body;
    assert.match(registration_access_token ?? "", /^lk_rat_[\w-]{43}$/);
    assert.deepEqual([typeof created_at, typeof updated_at], ["string", "string"]);
    assert.partialDeepStrictEqual(registered, {
      client_id: id,
      client_id_issued_at: open.clock.now,
      client_secret_expires_at: 0,
      client_name: "Photos",
      redirect_uris: photos.redirect_uris,
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: "openid offline_access photos.*",
      contacts: [],
      subject_type: "public",
      token_endpoint_auth_method: "none",
      request_uris: [],
      userinfo_signed_response_alg: "none",
      post_logout_redirect_uris: [],
      frontchannel_logout_session_required: false,
      backchannel_logout_session_required: false,
      application_type: "web",
      registration_client_uri: `${issuer}/connect/register/${id}`,
    });
    for (const name of ["client_secret", "audience", "owner", "metadata", "client_uri"])
      assert.ok(!(name in registered), name);
    assert.ok(!Object.values(registered).includes(""), "which libraries refuse as a URL");
    assert.equal(reply.headers.get("location"), registered.registration_client_uri);
    const client = await latchkey.getOAuth2Client({ id });
    assert.equal(client.self_registered, true, "which administrators and consent apps see");
    const made = await latchkey.createOAuth2Client({ body: {} });
    assert.equal(made.self_registered, undefined);
  });

  it("and gets a secret when it authenticates with one, which is the default", async () => {
    const { redirect_uris } = photos;
    const { id, reply } = await registerSelf(open, {
      redirect_uris,
      grant_types: ["client_credentials", "authorization_code"],
    });
    const { client_secret = "", token_endpoint_auth_method } = reply.body;
    assert.equal(token_endpoint_auth_method, "client_secret_basic");
    const basic = `Basic ${Buffer.from(`${id}:${client_secret}`).toString("base64")}`;
    const token = await latchkey.oauth2Token(
      { grant_type: "client_credentials", scope: "photos.read" },
      { authorization: basic },
    );
    assert.equal(token.scope, "photos.read");
  });

  it("and gets a client_id of its own each time, whatever id it asks for", async () => {
    const asked = { ...photos, client_id: "photos" };
    const ids = new Set<string>();
    for (let time = 0; time < 3; time += 1) ids.add((await registerSelf(open, asked)).id);
    assert.equal(ids.size, 3);
    assert.ok(!ids.has("photos"));
    await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
    for (const id of ids) assert.equal((await latchkey.getOAuth2Client({ id })).client_id, id);
  });

  it("and reads with its secret when that expires, which is never", async () => {
    const confidential = await registerSelf(open, { redirect_uris: photos.redirect_uris });
    const { client_secret, client_secret_expires_at } = confidential.reply.body;
    assert.equal(typeof client_secret, "string");
    assert.equal(client_secret_expires_at, 0);
  });

  it("at the path of newer Ory Hydras too", async () => {
    const reply = await callRegistration(open, { path: "/oauth2/register", body: photos });
    assert.equal(reply.status, 201);
    const { client_id, registration_access_token: token } = reply.body;
    const path = `/oauth2/register/${client_id}`;
    assert.equal(reply.body.registration_client_uri, `${issuer}${path}`);
    const own = await callRegistration(open, { method: "GET", path, token });
    assert.deepEqual([own.status, own.body.registration_client_uri], [200, `${issuer}${path}`]);
    const changed = await callRegistration(open, { method: "PUT", path, token, body: photos });
    assert.equal(changed.body.registration_client_uri, `${issuer}${path}`);
  });

  it("with grant types that this server lacks, which are left out", async () => {
    const grant_types = ["implicit", "authorization_code", "refresh_token", "urn:example:own"];
    const { reply } = await registerSelf(open, { ...photos, grant_types });
    assert.deepEqual(reply.body.grant_types, ["authorization_code", "refresh_token"]);
  });

  it("with choices, of which the server takes one", async () => {
    const { reply } = await registerSelf(open, {
      redirect_uris: photos.redirect_uris,
      token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
      id_token_signing_alg_values_supported: ["XS999", "ES256"],
    });
    assert.equal(reply.body.token_endpoint_auth_method, "client_secret_post");
    assert.equal(reply.body.id_token_signed_response_alg, "ES256");
    const body = { ...photos, id_token_signing_alg_values_supported: ["XS999"] };
    const refused = await callRegistration(open, { body });
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_client_metadata"]);
  });

  it("with fields that only administrators set, which are ignored", async () => {
    const { id } = await registerSelf(open, {
      ...photos,
      client_id: "https://mine.example",
      client_secret: "a secret of mine",
      audience: ["https://bank.example"],
      owner: "admin",
      allowed_cors_origins: ["https://mallory.example"],
      access_token_strategy: "jwt",
      access_token_jwt_typ: "at+jwt",
      authorization_code_grant_access_token_lifespan: "8760h",
      refresh_token_grant_refresh_token_lifespan: "8760h",
      skip_consent: true,
      metadata: { admin: true },
      self_registered: false,
    });
    assert.notEqual(id, "https://mine.example");
    const client = await latchkey.getOAuth2Client({ id });
    assert.deepEqual(client.audience, []);
    assert.equal(client.owner, "");
    assert.deepEqual(client.allowed_cors_origins, []);
    assert.deepEqual(client.metadata, {});
    assert.equal(client.self_registered, true);
    for (const name of Object.keys(client))
      assert.doesNotMatch(name, /lifespan|skip_consent|access_token_/);
  });

  const native: [string, object, string][] = [
    ["a loopback address", { redirect_uris: ["http://127.0.0.1/callback"] }, "native"],
    ["a loopback name and port", { redirect_uris: ["http://localhost:8123/cb"] }, "native"],
    ["IPv6 loopback", { redirect_uris: ["http://[::1]:1/"] }, "native"],
    ["a scheme with a dot", { redirect_uris: ["com.example.app:/callback"] }, "native"],
    ["a scheme of the settings", { redirect_uris: ["cursor://anysphere.x/callback"] }, "native"],
    [
      "https, which an app claims",
      { redirect_uris: ["https://app.example/cb"], application_type: "native" },
      "native",
    ],
    ["https", { redirect_uris: ["https://app.example/cb"] }, "web"],
  ];
  for (const [what, body, application_type] of native) {
    it(`as a ${application_type} client with ${what}`, async () => {
      const { reply } = await registerSelf(open, { ...photos, ...body });
      assert.equal(reply.body.application_type, application_type);
    });
  }

  it("from a browser, whatever its origin", async () => {
    const origin = "http://localhost:6274";
    const headers = {
      Origin: origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization, content-type",
    };
    const preflight = await callRegistration(open, { method: "OPTIONS", headers });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
    assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /POST/);
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /Authorization/);
    const body = { ...photos, redirect_uris: [`${origin}/oauth/callback`] };
    const reply = await callRegistration(open, { body, headers: { Origin: origin } });
    assert.equal(reply.headers.get("access-control-allow-origin"), "*");

    const path = "/oauth2/token";
    const token = await callRegistration(open, { method: "OPTIONS", path, headers });
    assert.equal(token.headers.get("access-control-allow-origin"), origin, "then gets its token");
  });
});

describe("RFC 7592: a client manages its registration", () => {
  it("reads it", async () => {
    const { id, token, reply } = await registerSelf(open);
    const path = `/connect/register/${id}`;
    const found = await callRegistration(open, { method: "GET", path, token });
    assert.deepEqual([found.status, found.body], [200, reply.body]);
    assert.equal(found.headers.get("cache-control"), "no-store");
  });

  it("replaces it without undoing what an administrator changes meanwhile", async ({ mock }) => {
    const { id, token } = await registerSelf(open);
    const { clients } = registrationContextOf(open).registration;
    const replace = clients.replaceRegistration.bind(clients);
    mock.method(
      clients,
      "replaceRegistration",
      async (...given: Parameters<typeof replace>) => {
        const value = ["https://api.example"];
        await latchkey.patchOAuth2Client({ id, body: [{ op: "add", path: "/audience", value }] });
        return replace(...given);
      },
      { times: 1 },
    );
    const path = `/connect/register/${id}`;
    const body = { ...photos, client_name: "Pictures" };
    const replaced = await callRegistration(open, { method: "PUT", path, token, body });
    assert.equal(replaced.status, 200);
    const client = await latchkey.getOAuth2Client({ id });
    assert.deepEqual([client.client_name, client.audience], ["Pictures", ["https://api.example"]]);
    const { registration_access_token: next } = replaced.body;
    assert.equal((await callRegistration(open, { method: "GET", path, token: next })).status, 200);
  });

  it("replaces it and the token, and keeps what an administrator set", async () => {
    const { id, token, reply } = await registerSelf(open);
    const path = `/connect/register/${id}`;
    const client = await latchkey.getOAuth2Client({ id });
    const edited = {
      ...client,
      audience: ["https://api.example"],
      scope: `${client.scope} admin`,
      authorization_code_grant_access_token_lifespan: "5m",
    };
    await latchkey.updateOAuth2Client({ id, body: edited });

    const body = { ...reply.body, scope: "openid admin", client_name: "Pictures" };
    const changed = await callRegistration(open, { method: "PUT", path, token, body });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(changed.body.client_name, "Pictures");
    assert.equal(changed.body.scope, "openid admin", "which the administrator gave it");
    assert.equal(changed.body.registration_client_uri, reply.body.registration_client_uri);
    const next = changed.body.registration_access_token;
    assert.notEqual(next, token);
    const after = await latchkey.getOAuth2Client({ id });
    assert.deepEqual(after.audience, ["https://api.example"]);
    assert.equal(after.authorization_code_grant_access_token_lifespan, "5m");
    assert.equal(after.self_registered, true);

    assert.equal((await callRegistration(open, { method: "GET", path, token })).status, 401);
    const again = await callRegistration(open, { method: "GET", path, token: next });
    assert.equal(again.status, 200);
  });

  it("gets a secret when it begins to authenticate with one", async () => {
    const { id, token } = await registerSelf(open);
    const path = `/connect/register/${id}`;
    const body = { ...photos, token_endpoint_auth_method: "client_secret_post" };
    const changed = await callRegistration(open, { method: "PUT", path, token, body });
    const { client_secret, registration_access_token } = changed.body;
    assert.match(client_secret ?? "", /^lk_cs_/);
    const known = await callRegistration(open, {
      method: "PUT",
      path,
      token: registration_access_token,
      body: { ...body, client_secret, client_id: id },
    });
    assert.equal(known.status, 200);
    assert.equal(known.body.client_secret, undefined, "and keeps it");
  });

  it("lets one of two concurrent updates win", async () => {
    const { id, token } = await registerSelf(open);
    const path = `/connect/register/${id}`;
    const replies = await Promise.all(
      ["one", "two", "three"].map((client_name) =>
        callRegistration(open, {
          method: "PUT",
          path,
          token,
          body: { ...photos, client_name },
        }),
      ),
    );
    const counted = Object.groupBy(replies, ({ status }) => status);
    assert.deepEqual([counted[200]?.length, counted[401]?.length], [1, 2]);
  });

  it("deletes itself", async () => {
    const { id, token } = await registerSelf(open);
    const path = `/connect/register/${id}`;
    assert.equal((await callRegistration(open, { method: "DELETE", path, token })).status, 204);
    assert.equal((await callRegistration(open, { method: "DELETE", path, token })).status, 401);
    assert.equal((await latchkey.call("getOAuth2Client", { id })).status, 401);
  });
});

describe("a client that is never used", () => {
  it("expires, and one that got a token does not", async () => {
    const server = await startTestServer({
      "oauth2.registration.mode": "open",
      "oauth2.registration.unused_lifespan": "1h",
      "oauth2.registration.allowed_grant_types": ["client_credentials"],
    });
    const body = { grant_types: ["client_credentials"] };
    const unused = await registerSelf(server, body);
    const used = await registerSelf(server, body);
    const made = await server.latchkey.createOAuth2Client({ body });
    const { client_secret = "" } = used.reply.body;
    const authorization = `Basic ${Buffer.from(`${used.id}:${client_secret}`).toString("base64")}`;
    const ask = () =>
      server.latchkey.call("oauth2Token", { grant_type: "client_credentials" }, { authorization });
    assert.equal((await ask()).status, 200);

    const isThere = async (id: string): Promise<boolean> =>
      (await server.latchkey.call("getOAuth2Client", { id })).status === 200;
    const sweepAt = async (now: number): Promise<void> => {
      server.clock.now = now;
      await sweep(server.server.context, "test");
      await server.server.context.store.refresh();
    };
    const registeredAt = server.clock.now;
    await sweepAt(registeredAt + 3600);
    assert.deepEqual([await isThere(unused.id), await isThere(used.id)], [true, true]);
    await sweepAt(registeredAt + 3601);
    assert.deepEqual([await isThere(unused.id), await isThere(used.id)], [false, true]);
    assert.equal(await isThere(made.client_id), true);
    assert.equal((await ask()).status, 200);
  });

  it("stays where the setting is 0", async () => {
    const server = await startTestServer({
      "oauth2.registration.mode": "open",
      "oauth2.registration.unused_lifespan": "0",
    });
    const device = "urn:ietf:params:oauth:grant-type:device_code";
    const { id, reply } = await registerSelf(server, { grant_types: [device, "implicit"] });
    assert.deepEqual(reply.body.grant_types, [device], "without redirect URIs");
    server.clock.now += 10_000_000;
    await sweep(server.server.context, "test");
    await server.server.context.store.refresh();
    assert.equal((await server.latchkey.call("getOAuth2Client", { id })).status, 200);
  });
});

describe("where registration is off", () => {
  it("there is no endpoint, and discovery names none", async () => {
    const server = await startTestServer();
    for (const path of ["/connect/register", "/oauth2/register"])
      assert.equal((await callRegistration(server, { path, body: photos })).status, 404);
    const path = "/connect/register/photos";
    assert.equal((await callRegistration(server, { method: "GET", path })).status, 404);
    const document = await server.latchkey.discoverOpenIDConfiguration();
    assert.ok(!("registration_endpoint" in document));
  });

  it("and where it is on, discovery names it, or what the setting says", async () => {
    const { registration_endpoint } = await latchkey.discoverOAuth2AuthorizationServer();
    assert.equal(registration_endpoint, `${issuer}/connect/register`);
    const own = await startTestServer({
      "oauth2.registration.mode": "token",
      "webfinger.oidc_discovery.client_registration_url": "https://portal.example/register",
    });
    const document = await own.latchkey.discoverOpenIDConfiguration();
    assert.equal(document.registration_endpoint, "https://portal.example/register");
  });
});
