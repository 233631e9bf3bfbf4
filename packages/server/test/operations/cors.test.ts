import assert from "node:assert/strict";
import { test } from "node:test";
import { basic, bearer } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { registerMachine, tokenOf } from "./machine.ts";

const PHOTOS = "https://photos.example";
const MALLORY = "https://mallory.example";
const OPEN = ["/.well-known/openid-configuration", "/.well-known/jwks.json"];
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const off = await startTestServer();
const everyone = await startTestServer({ "serve.public.cors.enabled": true });
const listed = await startTestServer({
  "serve.public.cors.enabled": true,
  "serve.public.cors.allowed_origins": [PHOTOS, "https://*.album.example"],
  "serve.public.cors.max_age": 600,
});

test("discovery and JWKS are open to every script, always", async () => {
  for (const server of [off, everyone, listed]) {
    for (const path of OPEN) {
      const get = await server.fetch(`http://public.test${path}`, { headers: { Origin: MALLORY } });
      assert.equal(get.status, 200);
      assert.equal(get.headers.get("access-control-allow-origin"), "*");
      assert.equal(get.headers.get("access-control-allow-credentials"), null);
      assert.equal(
        (await preflight(server, path, MALLORY)).get("access-control-allow-origin"),
        "*",
      );
    }
  }
});

const GALLERY = "https://gallery.example";
await registerMachine(off.latchkey, { client_id: "photos", allowed_cors_origins: [PHOTOS] });
await off.latchkey.createOAuth2Client({
  body: {
    client_id: "gallery",
    token_endpoint_auth_method: "none",
    redirect_uris: [
      `${GALLERY}/callback`,
      "https://GALLERY.example:443/other",
      "http://localhost:5173/callback",
      "app.gallery:/callback",
    ],
  },
});
await off.latchkey.createOAuth2Client({
  body: {
    client_id: "album",
    token_endpoint_auth_method: "none",
    redirect_uris: ["https://album.example/callback"],
    allowed_cors_origins: ["https://*.album.example", "https://pr-*.preview.example"],
  },
});
await off.latchkey.createOAuth2Client({
  body: { client_id: "shop", redirect_uris: ["https://shop.example/callback"] },
});

/** Without any setting: which client may be called for from which origin. */
const own: readonly [string, string, boolean][] = [
  ["photos", PHOTOS, true],
  ["photos", GALLERY, false],
  ["photos", MALLORY, false],
  ["gallery", GALLERY, true],
  ["gallery", "http://localhost:5173", true],
  ["gallery", "http://localhost:3000", true],
  ["gallery", "http://localhost", true],
  ["gallery", "https://localhost:5173", false],
  ["gallery", "http://127.0.0.1:5173", false],
  ["gallery", "https://gallery.example:8443", false],
  ["gallery", "http://gallery.example", false],
  ["gallery", "null", false],
  ["gallery", PHOTOS, false],
  ["album", "https://album.example", true],
  ["album", "https://www.album.example", true],
  ["album", "https://a.www.album.example", false],
  ["album", "https://pr-7.preview.example", true],
  ["album", "https://preview.example", false],
  ["album", "https://www.album.example.mallory.example", false],
  ["shop", "https://shop.example", false],
];
for (const [client_id, origin, allowed] of own) {
  test(`by default ${client_id} ${allowed ? "may" : "may not"} be called for from ${origin}`, async () => {
    for (const path of ["/oauth2/par", "/oauth2/token", "/oauth2/revoke"]) {
      const init = {
        method: "POST",
        headers: { ...FORM, Origin: origin },
        body: `client_id=${client_id}`,
      };
      const { headers } = await off.fetch(`http://public.test${path}`, init);
      assert.equal(headers.get("access-control-allow-origin"), allowed ? origin : null);
      assert.match(headers.get("vary") ?? "", /\bOrigin\b/);
    }
  });
}

test("by default a preflight passes from an origin of any client, and from no other", async () => {
  const rows = new Map<string, boolean>();
  for (const [, origin, allowed] of own) rows.set(origin, allowed || rows.get(origin) === true);
  for (const [origin, allowed] of rows)
    for (const path of ["/oauth2/par", "/oauth2/token", "/oauth2/revoke", "/userinfo"]) {
      const headers = await preflight(off, path, origin);
      assert.equal(headers.get("access-control-allow-origin"), allowed ? origin : null, origin);
    }
  const elsewhere = await preflight(off, "/oauth2/auth", PHOTOS);
  assert.equal(elsewhere.get("access-control-allow-origin"), null);
});

test("a token that no client is known for lets every client's origin read the refusal", async () => {
  const ask = async (origin: string) => {
    const headers = { Origin: origin, Authorization: bearer("made up") };
    const response = await off.fetch("http://public.test/userinfo", { headers });
    assert.equal(response.status, 401);
    return response.headers.get("access-control-allow-origin");
  };
  assert.equal(await ask(GALLERY), GALLERY);
  assert.equal(await ask(MALLORY), null);
});

test("userinfo allows the origins of the token's client, wherever the request has the token", async () => {
  const machine = await registerMachine(off.latchkey, {
    client_id: "userinfo",
    allowed_cors_origins: ["https://userinfo.example"],
  });
  const token = await tokenOf(off.latchkey, machine);
  for (const [path, init] of [
    ["/userinfo", { headers: { Authorization: bearer(token) } }],
    ["/userinfo", { headers: { Authorization: `DPoP ${token}` } }],
    [`/userinfo?access_token=${token}`, {}],
    ["/userinfo", { method: "POST", headers: FORM, body: `access_token=${token}` }],
  ] as const) {
    const ask = async (origin: string) => {
      const headers = { ...("headers" in init ? init.headers : {}), Origin: origin };
      const response = await off.fetch(`http://public.test${path}`, { ...init, headers });
      return response.headers.get("access-control-allow-origin");
    };
    assert.equal(await ask("https://userinfo.example"), "https://userinfo.example");
    assert.equal(await ask(GALLERY), null);
  }
});

test("a request without an Origin header gets no Vary header", async () => {
  const { headers } = await off.fetch("http://public.test/oauth2/token", { method: "POST" });
  assert.equal(headers.get("vary"), null);
});

test("the allowed origins of a client change with its redirect URIs and its authentication method", async () => {
  const body = {
    client_id: "moving",
    token_endpoint_auth_method: "none",
    redirect_uris: ["https://before.example/callback"],
  } as const;
  await off.latchkey.createOAuth2Client({ body });
  const passes = async (origin: string) =>
    (await preflight(off, "/oauth2/token", origin)).get("access-control-allow-origin") === origin;
  assert.equal(await passes("https://before.example"), true);
  const redirect_uris = ["https://after.example/callback"];
  await off.latchkey.updateOAuth2Client({ id: "moving", body: { ...body, redirect_uris } });
  assert.equal(await passes("https://before.example"), false);
  assert.equal(await passes("https://after.example"), true);
  await off.latchkey.updateOAuth2Client({ id: "moving", body: { redirect_uris } });
  assert.equal(await passes("https://after.example"), false);
});

test("an origin may hold one * in each part of its host name, and none elsewhere", async () => {
  const create = (origin: string) =>
    off.latchkey.call("createOAuth2Client", { body: { allowed_cors_origins: [origin] } });
  for (const origin of ["https://*.example.com", "https://*", "http://a-*.*.example.com:8080"]) {
    const created = await create(origin);
    assert.ok(created.ok, origin);
    assert.deepEqual(created.body.allowed_cors_origins, [origin]);
  }
  for (const origin of ["*", "https://**.example.com", "https://*a*.example.com", "https://a:*"])
    assert.equal((await create(origin)).status, 400, origin);
});

test("by default every origin may call, but none with credentials", async () => {
  for (const headers of [
    await postToken(everyone, MALLORY),
    await preflight(everyone, "/oauth2/token", MALLORY),
  ]) {
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(headers.get("access-control-allow-credentials"), null);
  }
});

const origins: readonly [string, boolean][] = [
  [PHOTOS, true],
  ["https://one.album.example", true],
  ["https://a.b.album.example", false],
  ["https://album.example", false],
  ["http://photos.example", false],
  ["https://photos.example.mallory.example", false],
  ["https://photos.example:8443", false],
  [MALLORY, false],
  ["null", false],
];

for (const [origin, allowed] of origins) {
  test(`a list of origins lets ${origin} ${allowed ? "in" : "stay out"}`, async () => {
    for (const headers of [
      await postToken(listed, origin),
      await preflight(listed, "/oauth2/revoke", origin),
    ]) {
      assert.equal(headers.get("access-control-allow-origin"), allowed ? origin : null);
      assert.equal(headers.get("access-control-allow-credentials"), allowed ? "true" : null);
      assert.match(
        headers.get("vary") ?? "",
        /\bOrigin\b/,
        "so that no cache mixes two origins up",
      );
    }
  });
}

test("a preflight response has the allowed methods, headers and max-age; other responses the exposed headers", async () => {
  const headers = await preflight(listed, "/oauth2/token", PHOTOS);
  assert.equal(headers.get("access-control-allow-methods"), "POST, GET, PUT, PATCH, DELETE");
  assert.equal(headers.get("access-control-allow-headers"), "Authorization, Content-Type, DPoP");
  assert.equal(headers.get("access-control-max-age"), "600");
  const exposed = (await postToken(listed, PHOTOS)).get("access-control-expose-headers") ?? "";
  for (const name of ["Content-Type", "DPoP-Nonce", "WWW-Authenticate"])
    assert.ok(exposed.split(", ").includes(name), name);
});

test("the origins of a client apply to its own requests, with every authentication method", async () => {
  const HOME = "https://home.example";
  const machine = await registerMachine(listed.latchkey, {
    client_id: "home",
    allowed_cors_origins: [HOME],
  });
  await registerMachine(listed.latchkey, { client_id: "other", client_secret: "other secret" });
  const token = await tokenOf(listed.latchkey, machine);
  const ask = async (path: string, headers: Readonly<Record<string, string>>, body = "token=x") => {
    const init = { method: "POST", headers: { ...FORM, Origin: HOME, ...headers }, body };
    return (await listed.fetch(`http://public.test${path}`, init)).headers.get(
      "access-control-allow-origin",
    );
  };
  assert.equal(await ask("/oauth2/revoke", { Authorization: machine.authorization }), HOME);
  assert.equal(await ask("/oauth2/revoke", { Authorization: bearer(token) }), HOME);
  assert.equal(await ask("/oauth2/revoke", {}, "client_id=home&token=x"), HOME);
  assert.equal(
    await ask("/oauth2/revoke", { Authorization: basic("home", "wrong") }),
    HOME,
    "to read the refusal",
  );
  assert.equal(
    await ask("/oauth2/revoke", { Authorization: basic("other", "other secret") }),
    null,
  );
  assert.equal(await ask("/oauth2/revoke", {}), HOME, "an unauthenticated refusal");

  const allowed = await preflight(listed, "/oauth2/token", HOME);
  assert.equal(
    allowed.get("access-control-allow-origin"),
    HOME,
    "a preflight names no client: some client's origin will do",
  );
  await listed.latchkey.deleteOAuth2Client({ id: "home" });
  const refused = await preflight(listed, "/oauth2/token", HOME);
  assert.equal(refused.get("access-control-allow-origin"), null);
});

test("a page's health and everything else on the public listener stay closed", async () => {
  const { headers } = await everyone.fetch("http://public.test/health/alive", {
    headers: { Origin: PHOTOS },
  });
  assert.equal(headers.get("access-control-allow-origin"), null);
});

test("serve.admin.cors covers the whole admin listener, and only when enabled", async () => {
  const admin = await startTestServer({
    "serve.admin.cors.enabled": true,
    "serve.admin.cors.allowed_origins": ["https://console.example"],
  });
  const ask = (server: TestServer, origin: string) =>
    server.fetch("http://admin.test/clients", { headers: { Origin: origin } });
  const { headers } = await ask(admin, "https://console.example");
  assert.equal(headers.get("access-control-allow-origin"), "https://console.example");
  const exposed = (headers.get("access-control-expose-headers") ?? "").split(", ");
  assert.ok(
    ["Link", "X-Total-Count"].every((name) => exposed.includes(name)),
    "so that a console can turn pages",
  );
  assert.equal((await ask(admin, MALLORY)).headers.get("access-control-allow-origin"), null);
  assert.equal((await ask(listed, PHOTOS)).headers.get("access-control-allow-origin"), null);
});

test("a lone * opens an admin listener to every page only where keys are asked for", async () => {
  const KEY = mintApiKey();
  const settings = { "serve.admin.cors.enabled": true };
  const keyless = await startTestServer(settings);
  const keyed = await startTestServer({
    ...settings,
    "serve.admin.api_keys": [`read+write+keys:${hashApiKey(KEY)}`],
  });
  const send = async ({ fetch }: TestServer, path: string, init: RequestInit) => {
    const headers = {
      Origin: MALLORY,
      Authorization: bearer(KEY),
      "Content-Type": "application/json",
    };
    const { status, headers: answered } = await fetch(`http://admin.test${path}`, {
      ...init,
      headers,
    });
    return [status, answered.get("access-control-allow-origin")];
  };
  const create = { method: "POST", body: "{}" };
  const withWrongKey = await send(keyless, "/clients", {});
  assert.deepEqual(
    withWrongKey,
    [401, null],
    "a key that is not valid is refused, also where none is needed",
  );
  assert.deepEqual(await send(keyless, "/clients", create), [403, null]);
  assert.deepEqual(await send(keyed, "/clients", {}), [200, "*"]);
  assert.deepEqual(await send(keyed, "/clients", create), [201, "*"]);
});

async function preflight(server: TestServer, path: string, origin: string): Promise<Headers> {
  const headers = { Origin: origin, "Access-Control-Request-Method": "POST" };
  const response = await server.fetch(`http://public.test${path}`, { method: "OPTIONS", headers });
  assert.ok(response.status === 204 || response.status === 200);
  return response.headers;
}

async function postToken(server: TestServer, origin: string): Promise<Headers> {
  const init = {
    method: "POST",
    headers: { ...FORM, Origin: origin },
    body: "grant_type=client_credentials",
  };
  return (await server.fetch("http://public.test/oauth2/token", init)).headers;
}

test("a request over a limit is not parsed to find its client", async () => {
  const ask = (scope: string) =>
    off.fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: { ...FORM, Origin: GALLERY },
      body: `client_id=photos&scope=${scope}`,
    });
  assert.equal((await ask("a")).headers.get("access-control-allow-origin"), null);
  const refused = await ask("a+".repeat(200));
  assert.equal(refused.status, 400);
  // As for any request whose client is not known: the origins of all clients may read the refusal.
  assert.equal(refused.headers.get("access-control-allow-origin"), GALLERY);
});
