import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createProtection } from "@latchkey/protect";
import type { OAuth2TokenRequest } from "@latchkey/api";
import { basic } from "@latchkey/client";
import { sweep } from "../../src/jobs/sweeper.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { authorize, refresh, requestOf, signIn } from "../support/flow.ts";
import { openVisitor } from "../support/page-visitor.ts";
import { startTestServer, startTwoServers, type TestServer } from "../support/server.ts";
import { begin, enabled as acceptsDocuments, install } from "../flows/document-client.ts";
import { askForToken, isActive, registerMachine, tokenOf } from "./machine.ts";
import { assertRefused } from "./refusal.ts";
import { callRegistration, photos as description } from "./registration.ts";
import { JWT_BEARER, makeIssuer, presentJwt, trust } from "./trusted-issuer.ts";

const password = "correct horse battery staple";
const API = "https://api.example";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const JWT = "urn:ietf:params:oauth:token-type:jwt";

/** A client that presents the JWTs of a partner. */
const exchanger = {
  grant_types: [JWT_BEARER, TOKEN_EXCHANGE],
  token_exchange_subject_issuers: ["https://partner.example"],
};

type Latchkey = TestServer["latchkey"];

function setClient(latchkey: Latchkey, id: string, enabled: boolean) {
  return latchkey.patchOAuth2Client({
    id,
    body: [{ op: "add", path: "/enabled", value: enabled }],
  });
}

function setAccount(latchkey: Latchkey, state: "active" | "disabled") {
  return latchkey.updateAccount({ username: "alice", body: { state } });
}

/** Whether an API that verifies JWTs by itself accepts one. */
async function isAccepted({ fetch, clock }: TestServer, token: string): Promise<boolean> {
  const protection = createProtection({
    issuer: "http://127.0.0.1:4444",
    resource: API,
    now: () => clock.now,
    fetch,
  });
  const header = (name: string) => (name === "authorization" ? `Bearer ${token}` : undefined);
  return (await protection.verify({ method: "GET", url: API, header })).ok;
}

describe("an account that is disabled", () => {
  it("says what was ended, in its response, when it is read, in the audit and the events", async () => {
    const world = await startTestServer();
    const { latchkey, server } = world;
    const photos = await registerApp(latchkey);
    const { subject } = await latchkey.createAccount({ body: { username: "alice", password } });
    const login = { subject, remember: true };
    await signIn(world, photos, { login });
    await signIn(world, photos, { login });
    const receiver = await latchkey.createEventReceiver({
      body: { name: "Security", url: "https://security.example/", kinds: ["account.disabled"] },
    });

    const disabled = await setAccount(latchkey, "disabled");
    assert.equal(disabled.state, "disabled");
    const { ended_access = assert.fail("nothing was ended") } = disabled;
    assert.deepEqual(ended_access.complete, true);
    assert.partialDeepStrictEqual(ended_access.ended, { login_sessions: 2, grants: 2 });
    assert.deepEqual(await latchkey.getAccount({ username: "alice" }), disabled);
    const [listed] = await latchkey.listAccounts({});
    assert.equal(listed?.ended_access, undefined);
    const [delivery] = await latchkey.listEventDeliveries({ id: receiver.id });
    assert.equal(delivery?.kind, "account.disabled");
    const [entry] = await latchkey.listAuditEntries({ limit: 1 });
    assert.partialDeepStrictEqual(entry, {
      action: "updated",
      object: { type: "account", id: subject },
      before: { state: "active" },
      after: { state: "disabled" },
    });

    // Sent back as it was read, nothing changes, and nothing is ended again.
    assert.deepEqual(await latchkey.updateAccount({ username: "alice", body: disabled }), disabled);
    const enabled = await setAccount(latchkey, "active");
    assert.equal(enabled.ended_access, undefined);
    assert.equal((await latchkey.getAccount({ username: "alice" })).ended_access, undefined);
    await server.context.store.refresh();
    world.clock.now += 3;
    assert.ok((await signIn(world, photos, { login: { subject } })).access_token);
  });

  it("is refused as before at sign-in, and signs in again when it is enabled", async () => {
    const world = await startTestServer();
    const { latchkey, clock } = world;
    await latchkey.createAccount({ body: { username: "alice", password } });
    const signInTo = async (visitor = openVisitor(world)) =>
      visitor.submit(await visitor.visit("/account"), { username: "alice", password });
    const visitor = openVisitor(world);
    assert.equal((await signInTo(visitor)).url.pathname, "/account");
    await setAccount(latchkey, "disabled");
    assert.equal((await visitor.visit("/account")).url.pathname, "/login");
    assert.match((await signInTo()).text, /Incorrect username or password/);
    await setAccount(latchkey, "active");
    clock.now += 3;
    assert.equal((await visitor.visit("/account")).url.pathname, "/login");
    assert.equal((await signInTo(visitor)).url.pathname, "/account");
  });

  it("gets nothing by the assertion or the token of a trusted issuer", async () => {
    const { latchkey } = await startTestServer();
    const { subject } = await latchkey.createAccount({ body: { username: "alice", password } });
    const partner = await makeIssuer("https://partner.example");
    await trust(latchkey, partner, { allow_assertion_reuse: true });
    const { authorization } = await registerMachine(latchkey, exchanger);
    const assertion = await partner.sign({
      sub: subject,
      aud: "http://127.0.0.1:4444",
      iat: 1_800_000_000,
      exp: 1_800_000_600,
      jti: "1",
    });
    const exchange = () =>
      latchkey.call(
        "oauth2Token",
        { grant_type: TOKEN_EXCHANGE, subject_token: assertion, subject_token_type: JWT },
        { authorization },
      );
    assert.equal((await presentJwt(latchkey, assertion, {}, authorization)).status, 200);
    assert.equal((await exchange()).status, 200);
    await setAccount(latchkey, "disabled");
    const refused = await presentJwt(latchkey, assertion, {}, authorization);
    assert.match(
      assertRefused(refused, 400, "invalid_grant"),
      /account of the user .* is disabled/,
    );
    assert.match(assertRefused(await exchange(), 400, "invalid_request"), /is disabled/);
  });

  it("is not disabled any more where it is deleted and created again", async () => {
    const { latchkey, server } = await startTestServer();
    const { subject } = await latchkey.createAccount({ body: { username: "alice", password } });
    await setAccount(latchkey, "disabled");
    await latchkey.deleteAccount({ username: "alice" });
    assert.equal(await server.context.store.tools.endings.isSuspended("subject", [subject]), false);
  });
});

describe("a client that is disabled", () => {
  it("is refused by name at every door, says so, and stays as it is otherwise", async () => {
    const world = await startTestServer();
    const { latchkey, fetch } = world;
    const photos = await registerApp(latchkey, { owner: "Alice" });
    const before = await latchkey.getOAuth2Client({ id: "photos" });
    assert.equal("enabled" in before, false);
    const { refresh_token } = await signIn(world, photos);
    const { updated_at: _, ...rest } = await setClient(latchkey, "photos", false);
    const { updated_at: __, ...was } = before;
    assert.deepEqual(rest, { ...was, enabled: false });

    const page = await authorize(openBrowser(world), requestOf(photos));
    assert.equal(page.status, 401);
    assert.match(await page.text(), /This app is disabled/);
    const refused = await refresh(world, photos, refresh_token);
    assert.match(assertRefused(refused, 401, "invalid_client"), /The client is disabled/);
    for (const path of [
      "/oauth2/par",
      "/oauth2/revoke",
      "/oauth2/introspect",
      "/oauth2/device/auth",
    ]) {
      const headers = {
        authorization: photos.authorization ?? "",
        "content-type": "application/x-www-form-urlencoded",
      };
      const body = "token=x&client_id=photos";
      const response = await fetch(`http://public.test${path}`, { method: "POST", headers, body });
      assert.equal(response.status, 401, path);
    }
    await setClient(latchkey, "photos", true);
    assert.ok((await refresh(world, photos, refresh_token)).ok);
    assert.equal("enabled" in (await latchkey.getOAuth2Client({ id: "photos" })), false);
  });

  it("is not enabled by what leaves the field out", async () => {
    const { latchkey } = await startTestServer();
    const photos = await registerMachine(latchkey, { client_id: "photos", enabled: false });
    assert.equal((await askForToken(latchkey, photos)).status, 401);
    const {
      enabled,
      client_name: _,
      ...described
    } = await latchkey.getOAuth2Client({ id: "photos" });
    assert.equal(enabled, false);
    const replaced = await latchkey.updateOAuth2Client({ id: "photos", body: { ...described } });
    assert.equal(replaced.enabled, false);
    await latchkey.setOAuth2ClientLifespans({ id: "photos", body: {} });
    const patch = [{ op: "replace", path: "/client_name", value: "Photos" }] as const;
    assert.equal((await latchkey.patchOAuth2Client({ id: "photos", body: patch })).enabled, false);
    assert.equal((await askForToken(latchkey, photos)).status, 401);
    const enabling = { ...described, enabled: true };
    const again = await latchkey.updateOAuth2Client({ id: "photos", body: enabling });
    assert.equal("enabled" in again, false);
    assert.equal((await askForToken(latchkey, photos)).status, 200);
  });

  it("cannot manage, delete or enable itself where it registered itself, and is not swept", async () => {
    const world = await startTestServer({ "oauth2.registration.mode": "open" });
    const { latchkey, clock, server } = world;
    const { body } = await callRegistration(world, { body: description });
    const { client_id: id = "", registration_access_token: token } = body;
    const path = `/connect/register/${id}`;
    await setClient(latchkey, id, false);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const request = { method, path, token, ...(method === "PUT" && { body: description }) };
      assert.equal((await callRegistration(world, request)).status, 401, method);
    }
    clock.now += 400 * 86_400;
    await sweep(server.context, "a test");
    assert.equal((await latchkey.getOAuth2Client({ id })).enabled, false);
    await setClient(latchkey, id, true);
    await sweep(server.context, "a test");
    assert.equal((await latchkey.call("getOAuth2Client", { id })).status, 401);
  });

  it("stays disabled where the document at its client_id describes it", async () => {
    const host = await startDocumentHost();
    const world = await startTestServer(acceptsDocuments);
    const { latchkey, clock } = world;
    const id = host.describe("/agent.json");
    assert.equal((await begin(world, install(id))).status, 302);
    await setClient(latchkey, id, false);
    clock.now += 86_400; // The document would be fetched again.
    assert.equal((await begin(world, install(id))).status, 401);
    await setClient(latchkey, id, true);
    assert.equal((await begin(world, install(id))).status, 302);
  });

  it("is none of the server's own", async () => {
    const { latchkey } = await startTestServer();
    for (const id of ["latchkey-console", "latchkey-command"]) {
      const body = [{ op: "replace", path: "/enabled", value: false }] as const;
      const refused = await latchkey.call("patchOAuth2Client", { id, body });
      assert.match(assertRefused(refused, 409, "conflict"), /The server itself has this client/);
    }
  });

  it("leaves an entry in the audit when it changes, and none when nothing does", async () => {
    const { latchkey } = await startTestServer();
    await registerMachine(latchkey);
    for (const enabled of [false, false, true, true]) await setClient(latchkey, "photos", enabled);
    const entries = await latchkey.listAuditEntries({});
    const changes = entries.filter(({ action }) => action === "updated");
    assert.deepEqual(
      changes.map(({ after }) => after && "enabled" in after),
      [false, true],
    );
  });
});

describe("JWTs of what is disabled", () => {
  it("are refused by APIs that verify them by themselves, until it is enabled again", async () => {
    const world = await startTestServer();
    const { latchkey, clock } = world;
    const jwts = { access_token_strategy: "jwt", audience: [API] } as const;
    const job = await registerMachine(latchkey, { client_id: "job", ...jwts });
    const app = await registerApp(latchkey, jwts);
    const { subject } = await latchkey.createAccount({ body: { username: "alice", password } });
    const api = await latchkey.createApi({ body: { identifier: API, access_token_format: "jwt" } });
    const partner = await makeIssuer("https://partner.example");
    const { id } = await trust(latchkey, partner);
    const bearer = await registerMachine(latchkey, {
      client_id: "bearer",
      grant_types: [JWT_BEARER],
      ...jwts,
    });
    const times = { iat: clock.now, exp: clock.now + 600, jti: "1" };
    const assertion = await partner.sign({ sub: "bob", aud: "http://127.0.0.1:4444", ...times });
    const { body } = await presentJwt(latchkey, assertion, { audience: API }, bearer.authorization);
    const ofIssuer = String(Reflect.get(Object(body), "access_token"));
    const ofJob = await tokenOf(latchkey, job, { audience: API });
    const params = { audience: API };
    const { access_token: ofAlice } = await signIn(world, app, { params, login: { subject } });
    const tokens = [ofJob, ofAlice, ofIssuer];
    const accepted = () => Promise.all(tokens.map((token) => isAccepted(world, token)));
    const active = () => Promise.all(tokens.map((token) => isActive(latchkey, token)));
    const expect = async (expected: readonly boolean[]) => {
      assert.deepEqual(await accepted(), expected);
      assert.deepEqual(await active(), expected);
    };
    await expect([true, true, true]);
    await setClient(latchkey, "job", false);
    await expect([false, true, true]);
    await setClient(latchkey, "job", true);
    await expect([true, true, true]);
    await latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: false } });
    await expect([true, true, false]);
    await latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: true } });
    await expect([true, true, true]);
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled: false } });
    await expect([false, false, false]);
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled: true } });
    await expect([true, true, true]);
    await setAccount(latchkey, "disabled");
    await expect([true, false, true]);
    await setAccount(latchkey, "active");
    await expect([true, false, true]);

    // What is deleted while it is disabled does not come back.
    await latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: false } });
    await latchkey.deleteTrustedJwtGrantIssuer({ id });
    await expect([true, false, false]);
    await setClient(latchkey, "job", false);
    await latchkey.deleteOAuth2Client({ id: "job" });
    await expect([false, false, false]);
  });

  it("for an API that is deleted while it is disabled are ended", async () => {
    const world = await startTestServer();
    const { latchkey, clock } = world;
    const job = await registerMachine(latchkey, { access_token_strategy: "jwt", audience: [API] });
    const api = await latchkey.createApi({ body: { identifier: API } });
    const token = await tokenOf(latchkey, job, { audience: API });
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled: false } });
    await latchkey.deleteApi({ id: api.id });
    assert.equal(await isActive(latchkey, token), false);
    assert.equal(await isAccepted(world, token), false);
    clock.now += 3;
    assert.ok(await isActive(latchkey, await tokenOf(latchkey, job, { audience: API })));
  });
});

describe("an API that is disabled", () => {
  it("is no target, also of a grant that includes it, and outlives an update that leaves it out", async () => {
    const world = await startTestServer();
    const { latchkey } = world;
    const OTHER = "https://other.example";
    const job = await registerMachine(latchkey, { client_id: "job", audience: [API, OTHER] });
    const photos = await registerApp(latchkey, { audience: [API, OTHER] });
    const api = await latchkey.createApi({ body: { identifier: API, name: "Photos" } });
    assert.equal("enabled" in api, false);
    const params = { resource: [API, OTHER], scope: "openid offline" };
    const { refresh_token, access_token } = await signIn(world, photos, { params });
    const disabled = await latchkey.updateApi({ id: api.id, body: { ...api, enabled: false } });
    assert.equal(disabled.enabled, false);
    const wishes: readonly Partial<OAuth2TokenRequest>[] = [
      { audience: API },
      { resource: [API] },
      { resource: ["https://API.example:443/"] },
    ];
    for (const wish of wishes) {
      const refused = await askForToken(latchkey, job, wish);
      assert.match(assertRefused(refused, 400, "invalid_target"), /The API .* is disabled/);
    }
    assert.equal((await askForToken(latchkey, job, { audience: OTHER })).status, 200);
    assert.equal(await isActive(latchkey, access_token), false);
    const all = await refresh(world, photos, refresh_token);
    assert.match(assertRefused(all, 400, "invalid_target"), /is disabled/);
    const other = await refresh(world, photos, refresh_token, { resource: [OTHER] });
    assert.ok(other.ok);
    assert.ok(await isActive(latchkey, other.body.access_token));

    const { enabled: _, ...described } = disabled;
    const renamed = await latchkey.updateApi({
      id: api.id,
      body: { ...described, name: "Albums" },
    });
    assert.deepEqual([renamed.name, renamed.enabled], ["Albums", false]);
    await latchkey.updateApi({ id: api.id, body: { ...described, enabled: true } });
    assert.equal((await askForToken(latchkey, job, { audience: API })).status, 200);
  });

  it("still lets its tokens be revoked", async () => {
    const { latchkey } = await startTestServer();
    const job = await registerMachine(latchkey, { audience: [API] });
    const api = await latchkey.createApi({ body: { identifier: API } });
    const token = await tokenOf(latchkey, job, { audience: API });
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled: false } });
    const authorization = basic(job.client_id, job.client_secret);
    await latchkey.revokeOAuth2Token({ token }, { authorization });
    await latchkey.updateApi({ id: api.id, body: { ...api, enabled: true } });
    assert.equal(await isActive(latchkey, token), false);
  });
});

describe("a trusted issuer that is disabled", () => {
  it("is refused on all servers with its reason, and its tokens are inactive", async () => {
    const [one, two] = await startTwoServers();
    const partner = await makeIssuer("https://partner.example");
    const { id } = await trust(one.latchkey, partner, { allow_assertion_reuse: true });
    const machine = await registerMachine(one.latchkey, exchanger);
    const { authorization } = machine;
    const times = { iat: one.clock.now, exp: one.clock.now + 600, jti: "1" };
    const assertion = await partner.sign({ sub: "bob", aud: "http://127.0.0.1:4444", ...times });
    const present = ({ latchkey }: TestServer) =>
      presentJwt(latchkey, assertion, {}, authorization);
    const exchange = ({ latchkey }: TestServer) =>
      latchkey.call(
        "oauth2Token",
        { grant_type: TOKEN_EXCHANGE, subject_token: assertion, subject_token_type: JWT },
        { authorization },
      );
    const replies = [await present(one), await exchange(one)];
    const tokens = replies.map(({ body }) => String(Reflect.get(Object(body), "access_token")));
    const active = () =>
      Promise.all([one, two].flatMap(({ latchkey }) => tokens.map((t) => isActive(latchkey, t))));
    assert.deepEqual(await active(), [true, true, true, true]);

    const disabled = await one.latchkey.updateTrustedJwtGrantIssuer({
      id,
      body: { enabled: false },
    });
    assert.equal(disabled.enabled, false);
    await two.server.context.store.refresh();
    assert.deepEqual(await active(), [false, false, false, false]);
    for (const at of [one, two]) {
      assert.match(
        assertRefused(await present(at), 400, "invalid_grant"),
        /trusted issuer .* is disabled/,
      );
      assert.match(assertRefused(await exchange(at), 400, "invalid_request"), /is disabled/);
      assert.equal((await at.latchkey.getTrustedJwtGrantIssuer({ id })).enabled, false);
    }
    await two.latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: true } });
    await one.server.context.store.refresh();
    assert.deepEqual(await active(), [true, true, true, true]);
    assert.equal((await present(one)).status, 200);
    const unknown = await one.latchkey.call("updateTrustedJwtGrantIssuer", {
      id: "no-uuid",
      body: { enabled: true },
    });
    assertRefused(unknown, 404, "not_found");
  });
});
