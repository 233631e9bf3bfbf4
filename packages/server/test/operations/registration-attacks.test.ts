import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { ok } from "../../src/result.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { callRegistration, photos, registerSelf } from "./registration.ts";

const open = await startTestServer({
  "oauth2.registration.mode": "open",
  "oauth2.registration.allowed_scope": ["openid", "photos.read"],
});

const directory = mkdtempSync(join(tmpdir(), "latchkey-registration-"));
after(() => rmSync(directory, { recursive: true }));
const shared = {
  dsn: `sqlite://${join(directory, "latchkey.sqlite")}`,
  "oauth2.registration.mode": "token",
  "oauth2.registration.allowed_scope": ["openid", "photos.read"],
};
const [closed, twin] = [await startTestServer(shared), await startTestServer(shared)];

const deep = `${'{"jwks":'.repeat(100)}1${"}".repeat(100)}`;
const long = "x".repeat(40_000);
const uri = (redirect_uri: string, more: object = {}) => ({
  ...photos,
  redirect_uris: [redirect_uri],
  ...more,
});

describe("a stranger cannot register", () => {
  const table: [what: string, body: unknown, status: number, error: string][] = [
    ["a script", uri("javascript:alert(1)"), 400, "invalid_redirect_uri"],
    ["a script in other letters", uri("JavaScript://%0aalert(1)"), 400, "invalid_redirect_uri"],
    ["a document", uri("data:text/html,x"), 400, "invalid_redirect_uri"],
    ["a relative URI", uri("/callback"), 400, "invalid_redirect_uri"],
    ["a fragment", uri("https://photos.example/#top"), 400, "invalid_redirect_uri"],
    ["plain http", uri("http://photos.example/callback"), 400, "invalid_redirect_uri"],
    [
      "plain http, native",
      uri("http://photos.example/", { application_type: "native" }),
      400,
      "invalid_redirect_uri",
    ],
    ["a private address", uri("http://192.168.0.1/"), 400, "invalid_redirect_uri"],
    ["a name like loopback", uri("http://localhost.mallory.example/"), 400, "invalid_redirect_uri"],
    [
      "loopback as a username",
      uri("http://127.0.0.1@mallory.example/"),
      400,
      "invalid_redirect_uri",
    ],
    ["a password", uri("https://a:b@photos.example/"), 400, "invalid_redirect_uri"],
    ["a wildcard host", uri("https://*.photos.example/"), 400, "invalid_redirect_uri"],
    [
      "a wildcard host in an escape",
      uri("https://%2A%2Aa%2a%2Aa.example/"),
      400,
      "invalid_redirect_uri",
    ],
    ["a full-width wildcard host", uri("https://\u{ff0a}.example/"), 400, "invalid_redirect_uri"],
    ["a wildcard path", uri("https://photos.example/*"), 400, "invalid_redirect_uri"],
    ["a file", uri("file:///etc/passwd"), 400, "invalid_redirect_uri"],
    ["a scheme without a dot", uri("myapp://callback"), 400, "invalid_redirect_uri"],
    ["a blob", uri("blob:https://photos.example/1"), 400, "invalid_redirect_uri"],
    [
      "loopback as a web client",
      uri("http://127.0.0.1/", { application_type: "web" }),
      400,
      "invalid_redirect_uri",
    ],
    [
      "an app's scheme as a web client",
      uri("com.example.app:/cb", { application_type: "web" }),
      400,
      "invalid_redirect_uri",
    ],
    ["one bad URI among good ones", bad(), 400, "invalid_redirect_uri"],
    ["no redirect URI", { ...photos, redirect_uris: [] }, 400, "invalid_redirect_uri"],
    [
      "a scope beyond the cap",
      { ...photos, scope: "openid admin" },
      400,
      "invalid_client_metadata",
    ],
    ["every scope", { ...photos, scope: "*" }, 400, "invalid_client_metadata"],
    ["a wider scope", { ...photos, scope: "photos.*" }, 400, "invalid_client_metadata"],
    [
      "only grant types that are not allowed",
      { ...photos, grant_types: ["client_credentials", "implicit", "password"] },
      400,
      "invalid_client_metadata",
    ],
    [
      "tokens from the authorization endpoint",
      { ...photos, response_types: ["token"] },
      400,
      "invalid_client_metadata",
    ],
    [
      "a link that is a script",
      { ...photos, logo_uri: "javascript:x" },
      400,
      "invalid_client_metadata",
    ],
    [
      "a link that is no URL",
      { ...photos, client_uri: "file:///x" },
      400,
      "invalid_client_metadata",
    ],
    ["a relative link", { ...photos, policy_uri: "/privacy" }, 400, "invalid_client_metadata"],
    [
      "a login page without TLS",
      { ...photos, initiate_login_uri: "http://photos.example/" },
      400,
      "invalid_client_metadata",
    ],
    [
      "another application type",
      { ...photos, application_type: "admin" },
      400,
      "invalid_client_metadata",
    ],
    [
      "assertions without keys",
      { ...photos, token_endpoint_auth_method: "private_key_jwt" },
      400,
      "invalid_client_metadata",
    ],
    [
      "a sector document inside the network",
      { ...photos, sector_identifier_uri: "https://10.0.0.1/uris" },
      400,
      "invalid_client_metadata",
    ],
    [
      "a logout page of another site",
      { ...photos, frontchannel_logout_uri: "https://bank.example/transfer" },
      400,
      "invalid_client_metadata",
    ],
    [
      "a logout page on another port",
      { ...photos, frontchannel_logout_uri: "https://photos.example:8443/logout" },
      400,
      "invalid_client_metadata",
    ],
    ["a huge document", { ...photos, client_name: long }, 413, "request_too_large"],
    ["a deep document", deep, 400, "invalid_request"],
    ["a list", [photos], 400, "invalid_request"],
    ["null", "null", 400, "invalid_request"],
    ["half a document", '{"client_name":', 400, "invalid_request"],
    ["nothing", "", 400, "invalid_request"],
    // RFC 7591 §3.2.2: a value of another type is an invalid value.
    ["a number for a name", { ...photos, client_name: 7 }, 400, "invalid_client_metadata"],
    ["a list for a scope", { ...photos, scope: ["openid"] }, 400, "invalid_client_metadata"],
    ["a text for keys", { ...photos, jwks: "keys" }, 400, "invalid_client_metadata"],
    ["a text for contacts", { ...photos, contacts: "me" }, 400, "invalid_client_metadata"],
    [
      "a text for a flag",
      { ...photos, frontchannel_logout_session_required: "yes" },
      400,
      "invalid_client_metadata",
    ],
    ["a long name", { ...photos, client_name: "x".repeat(9_000) }, 400, "invalid_client_metadata"],
    [
      "a text for redirect URIs",
      { ...photos, redirect_uris: "https://photos.example/" },
      400,
      "invalid_redirect_uri",
    ],
    ["a number for a redirect URI", { ...photos, redirect_uris: [7] }, 400, "invalid_redirect_uri"],
    [
      "a prototype",
      '{"__proto__":{"redirect_uris":["https://a.example/"]}}',
      400,
      "invalid_redirect_uri",
    ],
    [
      "a statement that is no JWT",
      { ...photos, software_statement: "x" },
      400,
      "invalid_software_statement",
    ],
    [
      "a statement of another type",
      { ...photos, software_statement: {} },
      400,
      "invalid_software_statement",
    ],
    [
      "a statement of its own",
      { ...photos, software_statement: unsigned({ iss: "https://mallory.example" }) },
      400,
      "unapproved_software_statement",
    ],
  ];
  for (const [what, body, status, error] of table) {
    it(what, async () => {
      const reply = await callRegistration(open, { body });
      assert.deepEqual([reply.status, reply.body.error], [status, error]);
      assert.ok((reply.body.error_description ?? "").length > 10);
    });
  }

  it("with a form", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const reply = await callRegistration(open, { body: "client_name=Photos", headers });
    assert.deepEqual([reply.status, reply.body.error], [400, "invalid_request"]);
  });

  it("and then nothing is stored", async () => {
    assert.deepEqual(await open.latchkey.listOAuth2Clients(), []);
  });
});

describe("a stranger cannot join the sector of another site", () => {
  const deviceCode = "urn:ietf:params:oauth:grant-type:device_code";
  const sector_identifier_uri = "https://photos.example/uris";

  it("with a device, whose tokens do not go to the redirect URI", async () => {
    const { latchkey, ...server } = await startTestServer(
      {
        "oauth2.registration.mode": "open",
        "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
        "oidc.subject_identifiers.pairwise.salt": "a salt of the tests",
      },
      {
        wrapOutbound: (outbound) => ({
          ...outbound,
          getJson: async () => ok([...photos.redirect_uris]),
        }),
      },
    );
    const pairwise = { ...photos, subject_type: "pairwise" };
    const grant_types = ["authorization_code", deviceCode];
    const beside = await callRegistration(server, { body: { ...pairwise, grant_types } });
    assert.equal(beside.status, 201);
    const { grant_types: registered } = await latchkey.getOAuth2Client({
      id: beside.body.client_id ?? "",
    });
    assert.deepEqual(registered, ["authorization_code"]);

    const alone = {
      ...pairwise,
      redirect_uris: [],
      grant_types: [deviceCode],
      sector_identifier_uri,
    };
    const refused = await callRegistration(server, { body: alone });
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_client_metadata"]);
  });
});

describe("a stranger cannot manage a client", () => {
  it("without its token, and learns nothing about which clients there are", async () => {
    const victim = await registerSelf(open);
    const mallory = await registerSelf(open);
    const made = await open.latchkey.createOAuth2Client({ body: {} });
    const replies = [];
    for (const method of ["GET", "PUT", "DELETE"]) {
      for (const id of [victim.id, made.client_id, "nobody"]) {
        const path = `/connect/register/${id}`;
        const body = method === "PUT" ? { body: photos } : {};
        const secret = made.client_secret;
        for (const token of [mallory.token, "x", "lk_rat_x", secret, victim.token.slice(0, -1)])
          replies.push(await callRegistration(open, { method, path, token, ...body }));
        const anonymous = await callRegistration(open, { method, path, ...body });
        assert.equal(anonymous.status, 401);
        assert.equal(anonymous.headers.get("www-authenticate"), 'Bearer realm="Latchkey"');
      }
    }
    for (const { status, headers, body } of replies) {
      assert.equal(status, 401);
      assert.match(headers.get("www-authenticate") ?? "", /^Bearer error="invalid_token"/);
      assert.deepEqual(body, replies[0]?.body);
    }
    const { client_name } = await open.latchkey.getOAuth2Client({ id: victim.id });
    assert.equal(client_name, "Photos");
  });

  it("nor can a client use its token after it was replaced", async () => {
    const { id, token } = await registerSelf(open);
    const path = `/connect/register/${id}`;
    const put = () => callRegistration(open, { method: "PUT", path, token, body: photos });
    assert.equal((await put()).status, 200);
    open.clock.now += 11;
    assert.equal((await put()).status, 401);
    assert.equal((await callRegistration(open, { method: "DELETE", path, token })).status, 401);
  });

  it("nor at another server", async () => {
    const { token: initial } = await closed.latchkey.createRegistrationToken({});
    const { id, token } = await registerSelf(closed, photos, initial);
    const path = `/connect/register/${id}`;
    assert.equal((await callRegistration(twin, { method: "GET", path, token })).status, 200);
    await callRegistration(closed, { method: "PUT", path, token, body: photos });
    assert.equal((await callRegistration(twin, { method: "GET", path, token })).status, 401);
  });

  const updates: [what: string, body: object, error: string][] = [
    ["take another id", { ...photos, client_id: "admin" }, "invalid_request"],
    ["choose its secret", { ...photos, client_secret: "chosen by me" }, "invalid_request"],
    ["widen its scope", { ...photos, scope: "admin" }, "invalid_client_metadata"],
    ["move to plain http", uri("http://photos.example/"), "invalid_redirect_uri"],
    ["have a number for a name", { ...photos, client_name: 7 }, "invalid_client_metadata"],
    ["have a number for a URI", { ...photos, redirect_uris: [7] }, "invalid_redirect_uri"],
    ["hide a wildcard", uri("https://%2A%2Aa%2A%2Aa/cb"), "invalid_redirect_uri"],
  ];
  for (const [what, body, error] of updates) {
    it(`nor can it ${what}, and its token stays valid`, async () => {
      const { id, token } = await registerSelf(open);
      const path = `/connect/register/${id}`;
      const reply = await callRegistration(open, { method: "PUT", path, token, body });
      assert.deepEqual([reply.status, reply.body.error], [400, error]);
      assert.equal((await callRegistration(open, { method: "GET", path, token })).status, 200);
    });
  }
});

describe("initial access tokens", () => {
  const refusal = async (server: TestServer, token: string | undefined) => {
    const { status, headers, body } = await callRegistration(server, { body: photos, token });
    return [status, body.error, headers.get("www-authenticate")?.split(",")[0]];
  };
  const invalid = [401, "invalid_token", 'Bearer error="invalid_token"'];

  it("are required, and valid until they are deleted", async () => {
    const missing = [401, "request_unauthorized", 'Bearer realm="Latchkey"'];
    assert.deepEqual(await refusal(closed, undefined), missing);
    assert.deepEqual(await refusal(closed, "lk_iat_guess"), invalid);
    const { token, id } = await closed.latchkey.createRegistrationToken({ body: { note: "CI" } });
    const client = await registerSelf(closed, photos, token);
    await closed.latchkey.deleteRegistrationToken({ id });
    assert.deepEqual(await refusal(closed, token), invalid);
    const path = `/connect/register/${client.id}`;
    const kept = await callRegistration(closed, { method: "GET", path, token: client.token });
    assert.equal(kept.status, 200);
    assert.deepEqual(await refusal(closed, client.token), invalid, "and another kind of token");
  });

  it("expire", async () => {
    const { token, expires_at } = await closed.latchkey.createRegistrationToken({
      body: { expires_in: "1h" },
    });
    assert.equal(
      expires_at,
      new Date((closed.clock.now + 3600) * 1000).toISOString().replace(".000Z", "Z"),
    );
    await registerSelf(closed, photos, token);
    closed.clock.now += 3600;
    assert.deepEqual(await refusal(closed, token), invalid);
    closed.clock.now -= 3600;
  });

  it("are used up, by two servers together", async () => {
    const { token, id } = await closed.latchkey.createRegistrationToken({ body: { max_uses: 3 } });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        callRegistration(index % 2 === 0 ? closed : twin, { body: photos, token }),
      ),
    );
    const counted = Object.groupBy(replies, ({ status }) => status);
    assert.deepEqual([counted[201]?.length, counted[401]?.length], [3, 7]);
    const found = (await closed.latchkey.listRegistrationTokens()).find((one) => one.id === id);
    assert.deepEqual([found?.uses, found?.max_uses], [3, 3]);
  });

  it("are not used up by a registration that is refused", async () => {
    const { token } = await closed.latchkey.createRegistrationToken({ body: { max_uses: 1 } });
    const body = { ...photos, redirect_uris: ["http://photos.example/"] };
    assert.equal((await callRegistration(closed, { body, token })).status, 400);
    await registerSelf(closed, photos, token);
    assert.deepEqual(await refusal(closed, token), invalid);
  });

  it("cap the scope in place of the setting, for updates too", async () => {
    const { token } = await closed.latchkey.createRegistrationToken({
      body: { scope: "openid mail.read" },
    });
    const wide = { ...photos, scope: "photos.read" };
    assert.equal((await callRegistration(closed, { body: wide, token })).status, 400);
    const client = await registerSelf(closed, photos, token);
    assert.equal(client.reply.body.scope, "openid mail.read");
    const path = `/connect/register/${client.id}`;
    const put = (scope: string) =>
      callRegistration(closed, {
        method: "PUT",
        path,
        token: client.token,
        body: { ...photos, scope },
      });
    assert.equal((await put("photos.read")).status, 400);
    assert.equal((await put("mail.read")).status, 200);
  });

  it("are stored as hashes, and never logged", async () => {
    const { token } = await closed.latchkey.createRegistrationToken({ body: { note: "hashed" } });
    const { token: own } = await registerSelf(closed, photos, token);
    const listed = JSON.stringify(await closed.latchkey.listRegistrationTokens());
    assert.match(listed, /hashed/);
    for (const secret of [token, own]) {
      assert.ok(!listed.includes(secret));
      assert.ok(closed.lines.every((line) => !line.includes(secret)));
    }
  });

  it("may be sent where none is required, and must then be valid", async () => {
    assert.deepEqual(await refusal(open, "lk_iat_guess"), invalid);
    const { token } = await open.latchkey.createRegistrationToken({ body: { scope: "mail" } });
    const { reply } = await registerSelf(open, photos, token);
    assert.equal(reply.body.scope, "mail");
  });

  const inputs: [string, object][] = [
    ["no uses", { max_uses: 0 }],
    ["half a use", { max_uses: 1.5 }],
    ["a time without a unit", { expires_in: "60" }],
    ["a malformed scope", { scope: '"' }],
    ["a long note", { note: "x".repeat(256) }],
    ["an unknown field", { quota: 1 }],
  ];
  for (const [what, body] of inputs) {
    it(`cannot be created with ${what}`, async () => {
      const reply = await open.latchkey.call("createRegistrationToken", { body });
      assert.equal(reply.status, 400);
    });
  }
});

it("a client cannot register what the security profile of the server forbids", async () => {
  const server = await startTestServer({
    "oauth2.registration.mode": "open",
    "security.profile": "mcp",
  });
  const reply = await callRegistration(server, { body: uri("com.example.app:/callback") });
  assert.deepEqual([reply.status, reply.body.error], [400, "invalid_client_metadata"]);
  assert.match(reply.body.error_description ?? "", /security profile mcp/);
  await registerSelf(server, { ...photos, security_profile: "compatible" });
});

it("an address registers only so many clients in a minute", async () => {
  const server = await startTestServer({
    "oauth2.registration.mode": "open",
    "limits.rate.registrations": 2,
    "limits.rate.exempt": [],
  });
  await registerSelf(server);
  await registerSelf(server);
  const refused = await callRegistration(server, { body: photos });
  assert.deepEqual([refused.status, refused.body.error], [429, "too_many_requests"]);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  const { token } = await server.latchkey.createRegistrationToken({});
  await registerSelf(server, photos, token);
  server.clock.now += 60;
  await registerSelf(server);
});

function bad(): object {
  return { ...photos, redirect_uris: [...photos.redirect_uris, "http://mallory.example/"] };
}

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.`;
}
