import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";

// The admin API of Hydra v2, under /admin. Its SDK is in interop/hydra-client-v2.test.ts.
const world = await startTestServer();
const { latchkey, fetch, lines, clock } = world;
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
    ["DELETE", "/oauth2/auth/sessions/consent?subject=x&client=y", 404, 204],
    ["DELETE", "/oauth2/auth/sessions/consent?subject=x&client=y&all=true", 404, 400],
    ["DELETE", "/oauth2/auth/sessions/consent?client=y&all=true", 400, 400],
    ["DELETE", "/oauth2/auth/sessions/consent?all=true", 400, 400],
    ["DELETE", "/oauth2/auth/sessions/consent?consent_request_id=forged", 400, 204],
    ["DELETE", "/oauth2/auth/sessions/consent?consent_request_id=forged&all=true", 400, 204],
    ["DELETE", "/oauth2/auth/sessions/consent?consent_request_id=z&subject=x&all=true", 404, 400],
    ["DELETE", "/oauth2/auth/sessions/consent?consent_request_id=z&client=y", 400, 400],
    ["DELETE", "/oauth2/auth/sessions/login?sid=unknown", 400, 204],
    ["DELETE", "/oauth2/auth/sessions/login?sid=unknown&subject=x", 204, 204],
    ["DELETE", "/oauth2/auth/sessions/login?subject=x", 204, 204],
    ["DELETE", "/oauth2/auth/sessions/login", 400, 400],
    ["DELETE", "/oauth2/tokens", 400, 400],
    ["DELETE", "/oauth2/tokens?client_id=unknown", 204, 204],
    ["PUT", "/oauth2/auth/requests/logout/reject?logout_challenge=forged", 404, 404],
    ["PUT", "/oauth2/auth/requests/login/accept", 400, 400],
    ["PUT", "/clients/unknown/lifespans", 404, 404],
    ["GET", "/clients/photos/lifespans", 405, 405],
    ["DELETE", "/keys/unknown", 204, 204],
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
    ["GET", "/clients?page_size=1.5", 200, 400],
    ["GET", "/trust/grants/jwt-bearer/issuers?page_size=1", 200, 200],
    ["GET", "/trust/grants/jwt-bearer/issuers?page_size=many", 200, 400],
    ["GET", "/oauth2/auth/sessions/consent?subject=x&page_token=forged", 200, 400],
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

  it("a new key is at its path under /admin", async () => {
    const created = await send("POST", "/admin/keys/own%2Fset", { alg: "ES256", use: "sig" });
    const location = created.headers.get("location") ?? "";
    assert.equal(location, "/admin/keys/own%2Fset");
    assert.equal((await send("GET", location)).status, 200);
  });

  it("pages have 100 entries, at most 500, whatever limit and offset say", async () => {
    const sizes: readonly (readonly [query: string, size: string])[] = [
      ["", "100"],
      ["page_size=0", "100"],
      ["page_size=-7", "100"],
      ["page_size=501", "500"],
      ["page_size=3&limit=1&offset=9", "3"],
    ];
    for (const [query, size] of sizes) {
      const page = await send("GET", `/admin/clients?${query}`);
      const [, first = ""] = /<([^>]*)>; rel="first"/.exec(page.headers.get("link") ?? "") ?? [];
      assert.equal(new URL(first, "http://admin.test").searchParams.get("page_size"), size, query);
      assert.ok((await page.json()).length > 0, query);
    }
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

describe("the requests of login, consent and logout apps", () => {
  type Body = Readonly<Record<string, unknown>>;
  const read = async (path: string): Promise<readonly [status: number, body: Body]> => {
    const response = await send("GET", path);
    return [response.status, await response.json()];
  };

  /** The fields that only v2 has, and those that only this server has, which v2 leaves out. */
  async function compare(path: string): Promise<{ readonly more: Body; readonly ours: Body }> {
    const [[status, v1], [status_2, v2]] = [await read(path), await read(`/admin${path}`)];
    assert.deepEqual([status, status_2], [200, 200]);
    const [more, ours] = [without(v2, v1), without(v1, v2)];
    assert.deepEqual(without(v2, more), without(v1, ours), "the others are the same");
    return { more, ours };
  }

  const without = (body: Body, others: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(others, name)));

  /** After its use: 409 or 410, each with where to start again. */
  async function assertUsed(path: string): Promise<void> {
    const [[status, v1], [status_2, v2]] = [await read(path), await read(`/admin${path}`)];
    assert.deepEqual([status, status_2], [409, 410]);
    assert.match(String(v1["redirect_to"]), /^http/);
    assert.deepEqual(v2, { ...v1, status_code: 410 });
  }

  it("have the fields of v2 under /admin, and are gone after their use", async () => {
    const app = await registerApp(latchkey, { client_id: "gallery" });
    const browser = openBrowser({ fetch });
    const at = (kind: string, challenge: string) =>
      `/oauth2/auth/requests/${kind}?${kind}_challenge=${challenge}`;
    const accept = async (kind: string, challenge: string, body: object): Promise<Response> => {
      const path = `/oauth2/auth/requests/${kind}/accept?${kind}_challenge=${challenge}`;
      const unknown = { ...body, of_a_newer_version: true };
      assert.equal((await send("PUT", path, unknown)).status, 400, "v1 refuses unknown fields");
      const accepted = await send("PUT", `/admin${path}`, unknown);
      assert.equal(accepted.status, 200);
      const { redirect_to }: { redirect_to: string } = await accepted.json();
      return browser.go(redirect_to);
    };

    const login = challengeOf(await authorize(browser, requestOf(app)), "login");
    assert.deepEqual(await compare(at("login", login)), { more: {}, ours: {} });
    const user = { subject: "alice", remember: true, amr: ["pwd"], context: { seen: true } };
    const consent = challengeOf(await accept("login", login, user), "consent");
    await assertUsed(at("login", login));
    const asked = await compare(at("consent", consent));
    assert.deepEqual(asked.more, { consent_request_id: consent, amr: ["pwd"] });
    assert.deepEqual(asked.ours, { redirect_uri: app.redirect_uri });
    const remembered = { grant_scope: ["openid"], session: {}, remember: true };
    await accept("consent", consent, remembered);
    await assertUsed(at("consent", consent));

    const path = "/oauth2/auth/sessions/consent?subject=alice";
    const [sessions, sessions_2] = [await send("GET", path), await send("GET", `/admin${path}`)];
    const [{ consent_request, ...session }]: [{ consent_request: Body }] = await sessions.json();
    assert.equal(consent_request["redirect_uri"], app.redirect_uri);
    assert.deepEqual(await sessions_2.json(), [
      {
        ...session,
        consent_request: {
          ...without(consent_request, { redirect_uri: "" }),
          consent_request_id: consent,
          amr: ["pwd"],
        },
        consent_request_id: consent,
        context: { seen: true },
      },
    ]);

    const more = challengeOf(await authorize(browser, requestOf(app)), "login");
    const again = challengeOf(await accept("login", more, { subject: "alice" }), "consent");
    const { ours } = await compare(at("consent", again));
    assert.deepEqual(Object.keys(ours).toSorted(), ["granted_before", "redirect_uri"]);

    const logout = challengeOf(
      await browser.go("http://public.test/oauth2/sessions/logout"),
      "logout",
    );
    assert.deepEqual((await compare(at("logout", logout))).more, {
      challenge: logout,
      client: null,
      requested_at: "2027-01-15T08:00:00Z",
      expires_at: "2027-01-15T09:00:00Z",
    });
    const accepted = await send(
      "PUT",
      `/admin/oauth2/auth/requests/logout/accept?logout_challenge=${logout}`,
    );
    const { redirect_to }: { redirect_to: string } = await accepted.json();
    await browser.go(redirect_to);
    await assertUsed(at("logout", logout));
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
    ["an id, which Hydra keeps for itself", [{ op: "replace", path: "/id", value: "x" }], 400],
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

  it("replaces and adds fields that are not there, and ignores unknown ones", async () => {
    await latchkey.createOAuth2Client({ body: { client_id: "sparse" } });
    const patch = [
      { op: "replace", path: "/metadata/plan", value: "paid" },
      { op: "add", path: "/metadata/owner/name", value: "alice" },
      { op: "replace", path: "/client_secrt", value: "misspelt" },
    ];
    for (const path of ["/clients/sparse", "/admin/clients/sparse"]) {
      const patched = await send("PATCH", path, patch);
      assert.equal(patched.status, 200);
      const client: Record<string, unknown> = await patched.json();
      assert.deepEqual(client["metadata"], { plan: "paid", owner: { name: "alice" } });
      assert.equal(client["client_secrt"], undefined);
    }
  });

  it("of an unknown client is 404, whatever the body", async () => {
    for (const body of [undefined, "{", {}, []])
      for (const path of ["/clients/unknown", "/admin/clients/unknown"])
        assert.equal((await send("PATCH", path, body)).status, 404);
    assert.equal((await send("PUT", "/admin/clients/unknown/lifespans")).status, 404);
  });

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

it("introspection has the fields of Hydra and no others, which its command would refuse", async () => {
  const app = await registerApp(latchkey, { client_id: "inspected" });
  const login = { acr: "1", amr: ["pwd"] };
  const { access_token: token, refresh_token = "" } = await signIn(world, app, { login });
  for (const one of [token, refresh_token]) {
    const form = { method: "POST", body: new URLSearchParams({ token: one }) };
    const v1 = await (await fetch("http://admin.test/oauth2/introspect", form)).json();
    assert.deepEqual([v1.active, v1.acr, v1.auth_time], [true, "1", clock.now]);
    const v2 = await (await fetch("http://admin.test/admin/oauth2/introspect", form)).json();
    const { acr: _acr, auth_time: _auth_time, ...same } = v1;
    assert.deepEqual(v2, same);
  }
});

it("responses to GET requests must not be cached", async () => {
  const uncached = "private, no-cache, no-store, must-revalidate";
  const paths = ["/clients", "/clients/photos", "/clients/unknown", "/health/alive", "/version"];
  for (const path of paths)
    assert.equal((await send("GET", `/admin${path}`)).headers.get("cache-control"), uncached);
  assert.equal((await send("GET", "/clients/photos")).headers.get("cache-control"), null);
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
