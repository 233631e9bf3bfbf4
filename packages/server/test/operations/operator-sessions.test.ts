import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OperatorInput } from "@latchkey/api";
import { ApiError, bearer, type Client, createClient } from "@latchkey/client";
import { registerApp } from "../support/app.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import { codesOf, connectDevice, poll, registerTv } from "../support/device.ts";
import { authorize, passConsent, passLogin, signIn } from "../support/flow.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";

const settings = { "serve.admin.require_authentication": true };
const consoleClient = "latchkey-console";
const redirect_uri = "http://127.0.0.1:4445/console/signed-in";
const command = { client_id: "latchkey-command", redirect_uri: "", authorization: undefined };

describe("a user with a role", () => {
  it("signs in to the console, whose cookie alone authenticates its requests", async () => {
    const world = await startWorld({ subject: "alice", name: "Alice", role: "operator" });
    const access_token = await consoleToken(world);
    const { status, body, headers } = await exchange(world, access_token, true);
    assert.equal(status, 201);
    assert.deepEqual(body, {
      subject: "alice",
      name: "Alice",
      role: "operator",
      expires_at: "2027-01-15T16:00:00Z",
    });
    const set = headers.get("set-cookie") ?? "";
    assert.match(
      set,
      /^latchkey_console=lk_ops_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
    const [cookie = ""] = set.split(";");
    const access = await ask(world, "/access", { cookie, "latchkey-console": "1" });
    assert.partialDeepStrictEqual(await access.json(), {
      caller: { kind: "account", id: "alice", name: "Alice" },
      role: "operator",
      scopes: ["read", "write"],
    });
    const create = await ask(world, "/clients", { cookie, "latchkey-console": "1" }, "POST");
    assert.equal(create.status, 201);
    const keys = await ask(world, "/keys/mail", { cookie, "latchkey-console": "1" });
    assert.equal(keys.status, 403);

    const ended = await ask(
      world,
      "/operator-session",
      { cookie, "latchkey-console": "1" },
      "DELETE",
    );
    assert.equal(ended.status, 204);
    assert.match(ended.headers.get("set-cookie") ?? "", /^latchkey_console=; .*Max-Age=0/);
    const after = await ask(world, "/access", { cookie, "latchkey-console": "1" });
    assert.equal(after.status, 401);
    assert.match(after.headers.get("set-cookie") ?? "", /Max-Age=0/, "and deletes the cookie");
  });

  it("logs in to the command with a device code", async () => {
    const world = await startWorld({ subject: "alice", role: "viewer" });
    const codes = await codesOf(world, command, { scope: "openid" });
    await connectDevice(withinOf(world), codes.user_code);
    const reply = await poll(world, command, codes.device_code);
    assert.ok(reply.ok, JSON.stringify(reply.body));
    const { access_token } = reply.body;
    const session = await world.latchkey.createOperatorSession(
      { body: {} },
      { authorization: bearer(access_token) },
    );
    const alice = connect(world, session.token);
    assert.deepEqual((await alice.getAccess()).caller, {
      kind: "account",
      id: "alice",
      name: "alice",
    });
    await refuses(
      alice.createOAuth2Client({ body: {} }),
      403,
      /role operator, and yours is viewer/,
    );
    await alice.endOperatorSession();
    await refuses(alice.getAccess(), 401, /Log in again: latchkey login/);
  });

  it("is refused when the session is over, and from the next request on without a role, on all servers", async () => {
    const [world, other] = await startTwoServers(settings);
    const { server } = world;
    await server.latchkey.addOperator({ body: { subject: "alice", role: "administrator" } });
    const [one, two] = [await tokenOf(world), await tokenOf(world)];
    await connect(other, one).listApis();
    await server.latchkey.updateOperator({
      subject: "alice",
      body: { role: "viewer" },
      force: "true",
    });
    await refuses(connect(other, one).createApi({ body: {} }), 403, /yours is viewer/);
    await server.latchkey.removeOperator({ subject: "alice" });
    await refuses(connect(other, one).listApis(), 401, /session has ended/);
    await server.latchkey.addOperator({ body: { subject: "alice", role: "viewer" } });
    await refuses(connect(other, two).listApis(), 401, /session has ended/);
    const three = await tokenOf(world);
    world.clock.now += 8 * 3600;
    await refuses(connect(world, three).listApis(), 401, /session has ended/);
  });

  it("leaves the console when the remembered login ends", async () => {
    const world = await startWorld({ subject: "alice", role: "viewer" });
    const remembered = { remember: true, remember_for: 36_000 };
    const access_token = await consoleToken(world, remembered);
    const { headers } = await exchange(world, access_token, true);
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const sent = { cookie, "latchkey-console": "1" };
    assert.equal((await ask(world, "/apis", sent)).status, 200);
    await world.server.latchkey.revokeAuthenticationSession({ subject: "alice" });
    assert.equal((await ask(world, "/apis", sent)).status, 401);
  });

  const changes: Record<string, (world: TestServer, subject: string) => Promise<unknown>> = {
    "is disabled": ({ server }) =>
      server.latchkey.updateAccount({ username: "alice", body: { state: "disabled" } }),
    "is deleted": ({ server }) => server.latchkey.deleteAccount({ username: "alice" }),
    "has another password": ({ server }) =>
      server.latchkey.updateAccount({ username: "alice", body: { password: "another long one" } }),
    "is ended with everything": ({ server }, subject) =>
      server.latchkey.endEverything({ body: { subject } }),
  };
  for (const [title, change] of Object.entries(changes)) {
    it(`is refused when the account ${title}, on all servers`, async () => {
      const [world, other] = await startTwoServers(settings);
      const { latchkey } = world.server;
      const body = { username: "alice", password: "correct horse battery staple" };
      const { subject } = await latchkey.createAccount({ body });
      for (const each of [subject, "bob"])
        await latchkey.addOperator({ body: { subject: each, role: "viewer" } });
      const token = await tokenOf(world, { subject });
      const { headers } = await exchange(world, await consoleToken(world, { subject }), true);
      const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
      const sent = { cookie, "latchkey-console": "1" };
      const ofBob = await tokenOf(world, { subject: "bob" });
      await latchkey.updateAccount({ username: "alice", body: { claims: { nickname: "Al" } } });
      for (const at of [world, other]) {
        await connect(at, token).listApis();
        assert.equal((await ask(at, "/apis", sent)).status, 200);
      }
      await change(world, subject);
      await other.server.context.store.refresh(); // As it does twice a second.
      for (const at of [world, other]) {
        await refuses(connect(at, token).listApis(), 401, /session has ended/);
        assert.equal((await ask(at, "/apis", sent)).status, 401);
        await connect(at, ofBob).listApis();
      }
    });
  }

  it("keeps role and API keys while the account is disabled, which are refused on all servers", async () => {
    const [world, other] = await startTwoServers(settings);
    const { latchkey } = world.server;
    const body = { username: "alice", password: "correct horse battery staple" };
    const { subject } = await latchkey.createAccount({ body });
    for (const each of [subject, "bob"])
      await latchkey.addOperator({ body: { subject: each, role: "administrator" } });
    const alice = connect(world, await tokenOf(world, { subject }));
    const { key } = await alice.createApiKey({ body: { name: "CI", role: "viewer" } });
    const ofBob = connect(world, await tokenOf(world, { subject: "bob" }));
    const { key: another } = await ofBob.createApiKey({ body: { name: "CI", role: "viewer" } });
    for (const at of [world, other]) await connect(at, key).listApis();

    await latchkey.updateAccount({ username: "alice", body: { state: "disabled" } });
    await other.server.context.store.refresh(); // As it does twice a second.
    for (const at of [world, other]) {
      await refuses(connect(at, key).listApis(), 401, /who created this API key is disabled/);
      await connect(at, another).listApis();
    }
    assert.equal((await latchkey.getOperator({ subject })).api_keys, 1);
    const creators = (await latchkey.listApiKeys()).map(({ created_by }) => created_by.id);
    assert.deepEqual(new Set(creators), new Set(["bob", subject]));

    await latchkey.updateAccount({ username: "alice", body: { state: "active" } });
    await other.server.context.store.refresh();
    for (const at of [world, other]) {
      at.clock.now += 3;
      await connect(at, key).listApis();
    }
    await connect(world, await tokenOf(world, { subject })).listApis(); // A new session.
    await refuses(alice.listApis(), 401, /session has ended/);
  });

  it("cannot be disabled by itself, nor as the last administrator", async () => {
    const world = await startTestServer(settings);
    const { latchkey } = world.server;
    const password = "correct horse battery staple";
    const [alice, bob] = [
      await latchkey.createAccount({ body: { username: "alice", password } }),
      await latchkey.createAccount({ body: { username: "bob", password } }),
    ];
    const disable = (by: Client, username: string) =>
      by.updateAccount({ username, body: { state: "disabled" } });
    await latchkey.addOperator({ body: { subject: alice.subject, role: "administrator" } });
    const asAlice = connect(world, await tokenOf(world, { subject: alice.subject }));
    await refuses(disable(asAlice, "alice"), 409, /This is your own account/);
    await refuses(disable(latchkey, "alice"), 409, /No administrator would be left/);
    await asAlice.listApis(); // Nothing was written.
    await disable(latchkey, "bob"); // Who has no role.
    await latchkey.updateAccount({ username: "bob", body: { state: "active" } });

    // A key of hers goes with her account. Of two administrators, one stays.
    await asAlice.createApiKey({ body: { name: "CI", role: "administrator" } });
    await refuses(disable(latchkey, "alice"), 409, /No administrator would be left/);
    await latchkey.addOperator({ body: { subject: bob.subject, role: "administrator" } });
    const both = await Promise.allSettled([disable(latchkey, "alice"), disable(latchkey, "bob")]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    const [left, gone] = both[0]?.status === "fulfilled" ? [bob, alice] : [alice, bob];

    // Who is disabled is no administrator who is left: neither role of the two can be taken, and that of the other one can.
    const remaining = left.subject;
    await refuses(latchkey.removeOperator({ subject: remaining }), 409, /No administrator/);
    await latchkey.removeOperator({ subject: gone.subject });
  });

  it("is counted among everything that ends, by the user or the login session", async () => {
    const world = await startWorld({ subject: "alice", role: "viewer" });
    const { latchkey } = world.server;
    const browser = openBrowser(world);
    const remembered = await consoleToken(world, { remember: true }, browser);
    const { headers } = await exchange(world, remembered, true);
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const token = await tokenOf(world);
    const [session] = await world.server.context.store.login_sessions.ofSubject(
      "alice",
      world.clock.now,
    );
    const session_id = session?.sid ?? "";
    const ofSession = await latchkey.endEverything({ body: { session_id } });
    assert.equal(ofSession.ended["operator_sessions"], 1);
    const sent = { cookie, "latchkey-console": "1" };
    assert.equal((await ask(world, "/apis", sent)).status, 401);
    await connect(world, token).listApis();
    const ofUser = await latchkey.endEverything({ body: { subject: "alice" } });
    assert.equal(ofUser.ended["operator_sessions"], 1);
    await refuses(connect(world, token).listApis(), 401, /session has ended/);
    world.clock.now += 3;
    await connect(world, await tokenOf(world)).listApis(); // A new one.
  });

  it("is gone with the data of the user, and is part of its export", async () => {
    const world = await startWorld({ subject: "alice", role: "viewer" });
    const token = await tokenOf(world);
    const { personal_data } = world.server.context;
    const { operator_roles = [] } = await personal_data.list("alice");
    assert.partialDeepStrictEqual(operator_roles, [{ subject: "alice", role: "viewer" }]);
    assert.equal((await personal_data.erase("alice"))["operator_roles"], 1);
    await refuses(connect(world, token).listApis(), 401, /ended/);
  });
});

describe("attacks on sessions of operators", () => {
  it("a user without a role gets no session", async () => {
    const world = await startTestServer(settings);
    const { status, body } = await exchange(world, await consoleToken(world), false);
    assert.equal(status, 403);
    assert.match(JSON.stringify(body), /have no role on this server/);
  });

  it("access tokens of other clients open no session, and are no key of the admin listener", async () => {
    const world = await startWorld({ subject: "alice", role: "administrator" });
    const within = withinOf(world);
    const app = await registerApp(world.server.latchkey, {
      redirect_uris: ["https://photos.example/cb"],
    });
    const { access_token, refresh_token = "" } = await signIn(within, app);
    const machine = await world.server.latchkey.createOAuth2Client({
      body: {
        client_id: "m",
        client_secret: "a-secret-of-m",
        grant_types: ["client_credentials"],
        token_endpoint_auth_method: "client_secret_post",
      },
    });
    const own = await world.latchkey.oauth2Token({
      grant_type: "client_credentials",
      client_id: machine.client_id,
      client_secret: "a-secret-of-m",
    });
    const tv = await registerTv(world.server.latchkey);
    const codes = await codesOf(world, tv);
    await connectDevice(within, codes.user_code);
    const ofTv = await poll(world, tv, codes.device_code);
    assert.ok(ofTv.ok);
    for (const token of [
      access_token,
      refresh_token,
      own.access_token,
      ofTv.body.access_token,
      "x",
    ]) {
      assert.equal((await exchange(world, token, false)).status, 401);
      await refuses(connect(world, token).listApis(), 401, /not known/);
    }
    assert.equal((await exchange(world, "", false)).status, 401);
  });

  it("an access token of the console is used once, and is no key itself", async () => {
    const world = await startWorld({ subject: "alice", role: "administrator" });
    const access_token = await consoleToken(world);
    await refuses(connect(world, access_token).listApis(), 401, /not known/);
    assert.equal((await exchange(world, access_token, false)).status, 201);
    assert.equal((await exchange(world, access_token, false)).status, 401);
    const userinfo = await world.latchkey.call(
      "userinfo",
      {},
      { authorization: bearer(access_token) },
    );
    assert.equal(userinfo.status, 401, "it is revoked");
  });

  it("a token of a session is worth nothing at the public listener", async () => {
    const world = await startWorld({ subject: "alice", role: "administrator" });
    const token = await tokenOf(world);
    const authorization = bearer(token);
    assert.equal((await world.latchkey.call("userinfo", {}, { authorization })).status, 401);
    for (const path of ["/clients", "/api-keys", "/operators", "/access"]) {
      const response = await world.fetch(`http://public.test${path}`, {
        headers: { authorization },
      });
      assert.equal(response.status, 404, path);
    }
    const introspected = await world.server.latchkey.introspectOAuth2Token({ token });
    assert.equal(introspected.active, false);
    assert.equal((await exchange(world, token, false)).status, 401);
  });

  it("the cookie is not used by requests that the console did not send", async () => {
    const world = await startWorld({ subject: "alice", role: "administrator" });
    const { headers } = await exchange(world, await consoleToken(world), true);
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const ours = { cookie, "latchkey-console": "1", host: "admin.test" };
    const cases: Record<string, [Record<string, string>, number]> = {
      "the console": [ours, 201],
      "the console, in a browser": [
        { ...ours, "sec-fetch-site": "same-origin", origin: "http://admin.test" },
        201,
      ],
      "a form of another page": [{ cookie, host: "admin.test" }, 401],
      "a form of another port": [
        {
          cookie,
          host: "admin.test",
          "sec-fetch-site": "same-site",
          origin: "http://admin.test:5555",
        },
        403,
      ],
      "a script of another port": [
        { ...ours, "sec-fetch-site": "same-site", origin: "http://admin.test:5555" },
        403,
      ],
      "a script of another site": [
        { ...ours, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
        403,
      ],
      "a script in an old browser": [{ ...ours, origin: "http://evil.example" }, 403],
      "a sandboxed frame": [{ ...ours, origin: "null" }, 403],
    };
    for (const [name, [sent, status]] of Object.entries(cases))
      assert.equal((await ask(world, "/clients", sent, "POST")).status, status, name);
    const read = { ...ours, "sec-fetch-site": "same-site" };
    assert.equal((await ask(world, "/clients", read)).status, 401, "reading, from another port");
    const asBearer = { authorization: bearer(cookie.slice(cookie.indexOf("=") + 1)) };
    assert.equal(
      (await ask(world, "/clients", asBearer)).status,
      401,
      "a cookie is no bearer token",
    );
    const token = await tokenOf(world);
    const asCookie = { ...ours, cookie: `latchkey_console=${token}` };
    assert.equal((await ask(world, "/clients", asCookie)).status, 401, "and the reverse");
  });

  it("the clients that operators sign in with cannot be changed, nor their ids taken", async () => {
    const world = await startTestServer();
    const { latchkey } = world;
    const body = { client_id: consoleClient, redirect_uris: ["https://evil.example/cb"] };
    await refuses(latchkey.createOAuth2Client({ body }), 409, /server itself has this client/);
    await latchkey.addOperator({ body: { subject: "alice", role: "administrator" } });
    await consoleToken(world);
    const id = consoleClient;
    await refuses(latchkey.updateOAuth2Client({ id, body }), 409, /server itself/);
    const patch = [
      { op: "add", path: "/redirect_uris/-", value: "https://evil.example/cb" },
    ] as const;
    await refuses(latchkey.patchOAuth2Client({ id, body: patch }), 409, /server itself/);
    const browser = openBrowser(world);
    for (const wrong of [
      "https://evil.example/cb",
      "http://127.0.0.1:4445/",
      `${redirect_uri}/x`,
      redirect_uri.replace("4445", "4446"),
      redirect_uri.replace(":4445", ""),
    ]) {
      const refused = await authorize(browser, requestTo(wrong));
      assert.equal(refused.status, 400, wrong);
    }
    await latchkey.deleteOAuth2Client({ id });
    await consoleToken(world); // It is made again.
  });

  it("with a URL of the admin listener in the settings, only that is returned to", async () => {
    const world = await startTestServer({ "urls.self.admin": "https://admin.example" });
    const browser = openBrowser(world);
    const there = await authorize(browser, requestTo("https://admin.example/console/signed-in"));
    assert.equal(locationOf(there).pathname, "/login");
    const here = await authorize(browser, requestTo(redirect_uri));
    assert.notEqual(here.headers.get("location")?.includes("/login"), true);
  });
});

function requestTo(uri: string) {
  return {
    client_id: consoleClient,
    response_type: "code",
    redirect_uri: uri,
    scope: "openid",
    state: "a-state-of-the-console",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  } as const;
}

/** A server that requires authentication, on which a user has a role. */
async function startWorld(body: OperatorInput): Promise<TestServer> {
  const world = await startTestServer(settings);
  await world.server.latchkey.addOperator({ body });
  return world;
}

/** The login and consent apps call within the server. */
function withinOf({ fetch, latchkey, server }: TestServer): Pick<TestServer, "fetch" | "latchkey"> {
  const call: typeof latchkey = { ...latchkey, ...pick(server.latchkey) };
  return { fetch, latchkey: call };
}

function pick(latchkey: Client) {
  const { acceptLoginRequest, getConsentRequest, acceptConsentRequest, acceptUserCodeRequest } =
    latchkey;
  return { acceptLoginRequest, getConsentRequest, acceptConsentRequest, acceptUserCodeRequest };
}

/** Signs alice in to the console, as its page does; returns the access token. */
async function consoleToken(
  world: TestServer,
  login: Parameters<typeof passLogin>[3] = {},
  browser: Browser = openBrowser(world),
): Promise<string> {
  const within = withinOf(world);
  const asked = await authorize(browser, requestTo(redirect_uri));
  const returned = await passLogin(within, browser, asked, login);
  const consented = await passConsent(within, browser, returned);
  const code = locationOf(consented).searchParams.get("code");
  assert.ok(code, locationOf(consented).href);
  const tokens = await world.latchkey.oauth2Token({
    grant_type: "authorization_code",
    code,
    redirect_uri,
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    client_id: consoleClient,
  });
  return tokens.access_token;
}

/** The token of a new session of alice. */
async function tokenOf(
  world: TestServer,
  login: Parameters<typeof passLogin>[3] = {},
): Promise<string> {
  const { body } = await exchange(world, await consoleToken(world, login), false);
  assert.ok(typeof body === "object" && body !== null && "token" in body);
  return String(body.token);
}

async function exchange({ fetch }: TestServer, access_token: string, cookie: boolean) {
  const response = await fetch("http://admin.test/operator-session", {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ cookie }),
  });
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

function ask(
  { fetch }: TestServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<Response> {
  const json = method === "POST" ? { "content-type": "application/json" } : {};
  return fetch(`http://admin.test${path}`, {
    method,
    headers: { ...headers, ...json },
    ...(method === "POST" && { body: "{}" }),
  });
}

function connect({ fetch }: TestServer, token: string | undefined): Client {
  return createClient({ admin: "http://admin.test", fetch, ...(token && { api_key: token }) });
}

async function refuses(call: Promise<unknown>, status: number, said: RegExp): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, status);
    assert.match(error.error_description ?? "", said);
    return true;
  });
}
