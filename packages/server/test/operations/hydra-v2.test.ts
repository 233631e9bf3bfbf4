import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";

// The admin API of Hydra v2, under /admin. Its SDK is in interop-people/hydra-client-v2.test.ts.
const { latchkey, fetch, lines } = await startTestServer();
const send = (method: string, path: string, body?: unknown) =>
  fetch(`http://admin.test${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  });
await latchkey.createOAuth2Client({
  body: { client_id: "photos", client_name: "Photos", metadata: { plan: "free" } },
});

describe("what the prefix changes", () => {
  const statuses: readonly (readonly [method: string, path: string, v1: number, v2: number])[] = [
    ["GET", "/clients/unknown", 401, 404],
    ["PUT", "/clients/unknown", 404, 404],
    ["DELETE", "/clients/unknown", 404, 404],
    ["DELETE", "/oauth2/auth/sessions/consent?subject=x&all=true", 404, 204],
    ["DELETE", "/oauth2/auth/sessions/consent?subject=x", 400, 400],
    ["DELETE", "/oauth2/auth/sessions/consent?consent_request_id=forged", 400, 204],
    ["DELETE", "/oauth2/auth/sessions/login?sid=unknown", 400, 204],
    ["DELETE", "/oauth2/auth/sessions/login", 400, 400],
    ["GET", "/oauth2/auth/sessions/consent", 400, 400],
    ["GET", "/oauth2/auth/requests/login", 400, 400],
    ["GET", "/oauth2/auth/requests/login?login_challenge=forged", 404, 404],
    ["GET", "/oauth2/auth/requests/logout?logout_challenge=forged", 404, 404],
    ["PUT", "/oauth2/auth/requests/login/accept?login_challenge=%FF", 404, 404],
    ["PUT", "/oauth2/auth/requests/login/reject?login_challenge=%FF", 404, 404],
    ["PUT", "/oauth2/auth/requests/consent/accept?consent_challenge=%FF", 404, 404],
    ["PUT", "/oauth2/auth/requests/consent/reject?consent_challenge=%FF", 404, 404],
    ["GET", "/clients?page_token=forged", 200, 400],
    ["GET", "/clients?page_size=many", 200, 400],
    ["GET", "/clients?page_size=0", 200, 200],
    ["GET", "/trust/grants/jwt-bearer/issuers?page_size=1", 200, 200],
    ["GET", "/keys/unknown", 404, 404],
    ["POST", "/oauth2/flush", 204, 404],
    ["GET", "/accounts", 200, 404],
    ["GET", "/health/ready", 200, 200],
    ["GET", "/version", 200, 200],
  ];
  for (const [method, path, v1, v2] of statuses) {
    it(`${method} ${path}: ${v1}, and ${v2} under /admin`, async () => {
      const body = method === "PUT" ? {} : undefined;
      assert.equal((await send(method, path, body)).status, v1);
      assert.equal((await send(method, `/admin${path}`, body)).status, v2);
    });
  }

  it("a new client is at its path under /admin", async () => {
    const created = await send("POST", "/admin/clients", { client_id: "a/b" });
    const location = created.headers.get("location") ?? "";
    assert.equal(location, "/admin/clients/a%2Fb");
    assert.equal((await send("GET", location)).status, 200);
  });

  it("links lead through all pages, and keep the filter", async () => {
    for (const client_id of ["p1", "p2", "p3"])
      await latchkey.createOAuth2Client({ body: { client_id, owner: "the pager" } });
    const seen: unknown[] = [];
    let path: string | undefined = "/admin/clients?owner=the+pager&page_size=2";
    while (path !== undefined) {
      const page = await send("GET", path);
      const clients: { client_id: string }[] = await page.json();
      seen.push(...clients.map(({ client_id }) => client_id));
      const link: string = page.headers.get("link") ?? "";
      assert.match(link, /rel="first"/);
      path = /<([^>]*)>; rel="next"/.exec(link)?.[1];
    }
    assert.deepEqual(seen, ["p1", "p2", "p3"]);
  });
});

describe("PATCH /clients/{id}", () => {
  const refusals: readonly (readonly [title: string, body: unknown, status: number])[] = [
    ["no JSON", "{", 400],
    ["no list", {}, 400],
    ["an empty body", "", 400],
    ["a failing test", [{ op: "test", path: "/client_name", value: "Music" }], 400],
    ["another client_id", [{ op: "replace", path: "/client_id", value: "music" }], 400],
    ["no client_id", [{ op: "remove", path: "/client_id" }], 400],
    ["another document", [{ op: "replace", path: "", value: [] }], 400],
    ["a value of the wrong type", [{ op: "replace", path: "/redirect_uris", value: "x" }], 400],
    [
      "a redirect URI that runs code",
      [{ op: "add", path: "/redirect_uris/-", value: "javascript:1" }],
      400,
    ],
  ];
  for (const [title, body, status] of refusals) {
    it(`refuses ${title}, and changes nothing`, async () => {
      const before = await latchkey.getOAuth2Client({ id: "photos" });
      for (const path of ["/clients/photos", "/admin/clients/photos"])
        assert.equal((await send("PATCH", path, body)).status, status);
      assert.deepEqual(await latchkey.getOAuth2Client({ id: "photos" }), before);
    });
  }

  it("keeps the secret and the tokens", async () => {
    const machine = await registerMachine(latchkey, { client_id: "patched", scope: "read" });
    const token = await tokenOf(latchkey, machine, { scope: "read" });
    const patch = [{ op: "add", path: "/metadata", value: { plan: "paid" } }];
    const patched = await send("PATCH", "/admin/clients/patched", patch);
    assert.equal(patched.status, 200);
    const client: Record<string, unknown> = await patched.json();
    assert.deepEqual([client["metadata"], client["client_secret"]], [{ plan: "paid" }, undefined]);
    assert.ok(await isActive(latchkey, token));
    await tokenOf(latchkey, machine, { scope: "read" });
  });
});

it("lifespans are replaced as a whole; those that Hydra does not know stay", async () => {
  const kept = { token_exchange_grant_access_token_lifespan: "5m" };
  const old = { implicit_grant_id_token_lifespan: "10m" };
  const client_id = "lifespans";
  await latchkey.createOAuth2Client({ body: { client_id, ...kept, ...old } });
  const lifespans = { refresh_token_grant_access_token_lifespan: "20m", client_name: "ignored" };
  const changed = await send("PUT", "/admin/clients/lifespans/lifespans", lifespans);
  assert.equal(changed.status, 200);
  const client = await latchkey.getOAuth2Client({ id: client_id });
  const { refresh_token_grant_access_token_lifespan: given, client_name } = client;
  assert.deepEqual([given, client_name], ["20m", ""]);
  assert.equal(client.token_exchange_grant_access_token_lifespan, "5m");
  assert.equal(client.implicit_grant_id_token_lifespan, undefined);
  for (const body of ["[]", { refresh_token_grant_access_token_lifespan: 20 }])
    assert.equal((await send("PUT", "/admin/clients/lifespans/lifespans", body)).status, 400);
});

it("API keys are required under /admin as they are elsewhere", async () => {
  const key = mintApiKey();
  const guarded = await startTestServer({ "serve.admin.api_keys": [`read:${hashApiKey(key)}`] });
  const call = (method: string, path: string, presented?: string) =>
    guarded.fetch(`http://admin.test/admin${path}`, {
      method,
      ...(presented !== undefined && { headers: { authorization: `Bearer ${presented}` } }),
    });
  assert.equal((await call("GET", "/clients")).status, 401);
  assert.equal((await call("GET", "/clients", key)).status, 200);
  for (const [method, path] of [
    ["PATCH", "/clients/photos"],
    ["PUT", "/clients/photos/lifespans"],
    ["DELETE", "/oauth2/auth/sessions/login?sid=x"],
    ["GET", "/keys/hydra.openid.id-token"],
  ] as const)
    assert.equal((await call(method, path, key)).status, 403, `${method} ${path}`);
});

it("the public listener serves none of it", async () => {
  const response = await fetch("http://public.test/admin/clients");
  assert.equal(response.status, 404);
});

it("nothing failed on the server", () => {
  assert.deepEqual(
    lines.filter((line) => line.includes('"level":"error"')),
    [],
  );
});
