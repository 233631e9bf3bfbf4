import assert from "node:assert/strict";
import { test } from "node:test";
import { basic, bearer } from "@latchkey/client";
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

test("unless it is enabled, no script is invited", async () => {
  await registerMachine(off.latchkey, { allowed_cors_origins: [PHOTOS] });
  assert.equal(
    (await preflight(off, "/oauth2/token", PHOTOS)).get("access-control-allow-origin"),
    null,
  );
  assert.equal((await postToken(off, PHOTOS)).get("access-control-allow-origin"), null);
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

test("a preflight says what may be sent and how long that holds; an answer says what may be read", async () => {
  const headers = await preflight(listed, "/oauth2/token", PHOTOS);
  assert.equal(headers.get("access-control-allow-methods"), "POST, GET, PUT, PATCH, DELETE");
  assert.equal(headers.get("access-control-allow-headers"), "Authorization, Content-Type");
  assert.equal(headers.get("access-control-max-age"), "600");
  const exposed = (await postToken(listed, PHOTOS)).get("access-control-expose-headers") ?? "";
  assert.ok(exposed.split(", ").includes("Content-Type"));
});

test("a client's own origins count for its own requests, however it says who it is", async () => {
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
  assert.equal(await ask("/oauth2/revoke", {}), null);

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
