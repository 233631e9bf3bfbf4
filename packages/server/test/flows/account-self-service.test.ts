import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { registerApp } from "../support/app.ts";
import { requestOf } from "../support/flow.ts";
import { withIdentity } from "../support/identity.ts";
import { openVisitor, type VisitedPage } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";

const password = "correct horse battery staple";
const WORKSPACE = "0a0a0a0a-0000-4000-8000-000000000001";

async function start(settings: Readonly<Record<string, unknown>> = {}) {
  const world = await startTestServer(settings);
  const add = (username: string, claims = {}) =>
    world.latchkey.createAccount({ body: { username, password, claims } });
  const alice = await add("alice", { name: "Alice", email: "alice@wonderland.example" });
  await add("mallory");
  const open = async (username = "alice") => {
    const visitor = openVisitor(world);
    const login = await visitor.visit("/account");
    return { visitor, page: await visitor.submit(login, { username, password }) };
  };
  return { ...world, world, alice, open };
}

describe("the profile", () => {
  test("is changed by its user as far as the setting permits", async () => {
    const { open, latchkey } = await start({ "identity.editable_claims": ["name", "website"] });
    const { visitor, page } = await open();
    const sent = {
      name: " Alice Liddell ",
      website: "https://alice.example/",
      nickname: "Al",
      email: "queen@wonderland.example",
      email_verified: "true",
      preferred_username: "queen",
    };
    const saved = await visitor.submit(page, sent, "change_profile");
    assert.match(saved.text, /Your profile has been saved\. .* Name Alice Liddell/);
    const { claims } = await latchkey.getAccount({ username: "alice" });
    const { updated_at, ...others } = claims;
    assert.ok(updated_at);
    assert.deepEqual(others, {
      name: "Alice Liddell",
      website: "https://alice.example/",
      email: "alice@wonderland.example",
    });
    const removed = await visitor.submit(saved, { website: "" }, "change_profile");
    assert.doesNotMatch(removed.text, /alice\.example/);
    const again = await visitor.submit(removed, {}, "change_profile");
    assert.doesNotMatch(again.text, /has been saved/);
  });

  test("keeps a verified address, and what was typed where a value is refused", async () => {
    const { open, latchkey } = await start({ "identity.editable_claims": ["name", "website"] });
    const claims = { name: "Alice", email: "alice@wonderland.example", email_verified: true };
    await latchkey.updateAccount({ username: "alice", body: { claims } });
    const { visitor, page } = await open();
    const sent = { name: "Queen <b>", website: "javascript:alert(1)" };
    const refused = await visitor.submit(page, sent, "change_profile");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /This is not a valid value\./);
    assert.match(refused.body, /value="Queen &lt;b&gt;"/);
    assert.ok(!refused.body.includes("<b>"));
    assert.equal((await latchkey.getAccount({ username: "alice" })).claims.name, "Alice");
    await visitor.submit(page, { name: "Alice L." }, "change_profile");
    const changed = await latchkey.getAccount({ username: "alice" });
    assert.deepEqual([changed.claims.name, changed.claims.email_verified], ["Alice L.", true]);
  });

  test("has no form where nothing is to be changed by users", async () => {
    const { open, latchkey } = await start({ "identity.editable_claims": [] });
    const { visitor, page } = await open();
    assert.doesNotMatch(page.text, /Edit profile/);
    const forged = formOf(page, "change_profile");
    await visitor.submit(forged, { name: "Mallory" }, "change_profile");
    assert.equal((await latchkey.getAccount({ username: "alice" })).claims.name, "Alice");
  });
});

describe("the data of a user", () => {
  test("is downloaded as the administrator exports it, shortly after a sign-in", async () => {
    const { open, latchkey, clock } = await start();
    const { visitor, page } = await open();
    const file = await visitor.submit(page, {}, "download_data");
    assert.equal(file.headers.get("content-disposition"), 'attachment; filename="account.json"');
    assert.match(file.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(file.headers.get("x-content-type-options"), "nosniff");
    assert.equal(file.headers.get("cache-control"), "no-store");
    const { account_events: _, ...records } = (await latchkey.exportAccount({ username: "alice" }))
      .records;
    const { account, records: downloaded } = JSON.parse(file.body);
    assert.equal(account.username, "alice");
    assert.deepEqual(
      { ...downloaded, account_events: undefined },
      { ...records, account_events: undefined },
    );
    assert.deepEqual(Object.keys(records), [
      "login_sessions",
      "consents",
      "account_factors",
      "account_devices",
      "failed_sign_ins",
      "linked_identities",
      "kept_tokens",
      "workspace_members",
      "workspace_installations",
    ]);
    assert.doesNotMatch(file.body, /argon2id|correct horse/);
    assert.match((await visitor.visit("/account")).text, /Data downloaded/);

    clock.now += 16 * 60;
    const late = await visitor.submit(page, {}, "download_data");
    assert.equal(late.status, 403);
    assert.match(late.text, /Sign in again to continue/);
    assert.doesNotMatch(late.body, /login_sessions/);
  });
});

describe("who signs in again on the way", () => {
  const path = "/workspace/sign-in";
  const credentials = { username: "alice", password };

  test("lands on the step or at the section that they were at", async () => {
    const { open, clock } = await start();
    const { visitor, page } = await open();
    clock.now += 16 * 60;
    const late = await visitor.submit(page, {}, "download_data");
    const [, href = ""] = /href="([^"]*sign-in[^"]*)"/.exec(late.body) ?? [];
    const login = await visitor.visit(href.replaceAll("&amp;", "&"));
    const back = await visitor.submit(login, credentials);
    assert.equal(back.url.pathname + back.url.search + back.url.hash, "/account#data");

    clock.now += 16 * 60;
    const step = await visitor.visit("/account?step=authenticator_app");
    assert.equal(step.url.pathname, "/login");
    const there = await visitor.submit(step, credentials);
    assert.match(there.text, /Scan this QR code/);
    assert.equal(there.url.search, "?step=authenticator_app");
  });

  test("lands nowhere else, whatever a link says", async () => {
    const { open } = await start();
    const { visitor } = await open();
    const landings = {
      "page=https://evil.example": "/workspace/installed",
      "page=//evil.example": "/workspace/installed",
      "page=account&step=//evil.example": "/account",
      "page=account&step=a%0d%0aLocation:%20https://evil.example": "/account",
      "page=account&section=x%23//evil.example": "/account",
      "page=account&token=abc&return_to=https://evil.example": "/account",
      "page=account&step=unknown": "/account?step=unknown",
      [`page=account&step=${"a".repeat(101)}`]: "/account",
      "page=account&section=passkeys": "/account#passkeys",
    };
    for (const [query, landing] of Object.entries(landings)) {
      const { url } = await visitor.visit(`${path}?${query}`);
      assert.equal(url.pathname + url.search + url.hash, landing, query);
      assert.equal(url.hostname, new URL("http://127.0.0.1").hostname, query);
    }
  });
});

describe("an account", () => {
  const deletion = "/account?step=delete_account";

  test("is deleted by its user with everything that acts for them, where the setting permits it", async () => {
    const { open, latchkey, alice, world } = await start({ "identity.self_deletion": true });
    const photos = await registerApp(latchkey);
    const [{ visitor, page }, other] = [await open(), await open()];
    const token = await connect(visitor, photos, latchkey);
    await latchkey.createWorkspace({ body: { id: WORKSPACE, name: "Tea" } });
    await latchkey.createWorkspaceMember({
      id: WORKSPACE,
      body: { subject: alice.subject, name: "A" },
    });
    assert.match(page.text, /Delete your account/);

    const asked = await visitor.visit(deletion);
    assert.match(asked.text, /you are signed out on 2 devices 1 connected app loses its access/);
    const wrong = await visitor.submit(asked, { username: "mallory" }, "delete_account");
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This is not your username\./);
    assert.ok(await latchkey.getAccount({ username: "alice" }));

    const done = await visitor.submit(wrong, { username: " ALICE " }, "delete_account");
    assert.match(done.text, /Your account has been deleted/);
    assert.equal((await latchkey.call("getAccount", { username: "alice" })).status, 404);
    assert.equal((await latchkey.introspectOAuth2Token({ token })).active, false);
    assert.deepEqual(await latchkey.listWorkspaceMembers({ id: WORKSPACE }), []);
    for (const browser of [visitor, other.visitor])
      assert.equal((await browser.visit("/account")).url.pathname, "/login");
    const { subject } = await latchkey.createAccount({ body: { username: "alice", password } });
    assert.notEqual(subject, alice.subject);
    const next = openVisitor(world);
    const login = await next.visit("/account");
    const fresh = await next.submit(login, { username: "alice", password });
    assert.match(fresh.text, /No app has access to your account\./);
    assert.deepEqual(
      (await latchkey.listAccountEvents({ username: "alice" })).map(({ kind }) => kind),
      ["signed_in"],
    );
  });

  test("is not deleted without the setting, a fresh sign-in and the token of the form", async () => {
    const off = await start();
    const { visitor, page } = await off.open();
    assert.doesNotMatch(page.text, /Delete your account/);
    assert.match((await visitor.visit(deletion)).text, /This page does not exist/);
    await visitor.submit(formOf(page, "delete_account"), { username: "alice" }, "delete_account");
    assert.ok(await off.latchkey.getAccount({ username: "alice" }));

    const { open, clock, latchkey } = await start({ "identity.self_deletion": true });
    const tab = await open();
    const asked = await tab.visitor.visit(deletion);
    const forged = await tab.visitor.submit(
      asked,
      { username: "alice", csrf: "guess" },
      "delete_account",
    );
    assert.equal(forged.status, 403);
    clock.now += 16 * 60;
    assert.equal((await tab.visitor.visit(deletion)).url.pathname, "/login");
    const late = await tab.visitor.submit(asked, { username: "alice" }, "delete_account");
    assert.equal(late.status, 403);
    assert.ok(await latchkey.getAccount({ username: "alice" }));
  });
});

describe("connected apps", () => {
  test("are named as agents where they follow the rules of agents, and noted when disconnected", async () => {
    const { open, latchkey } = await start();
    const name = '<img src=x onerror="alert(1)">';
    const photos = await registerApp(latchkey, { client_name: name });
    const { visitor } = await open();
    await connect(visitor, photos, latchkey);
    const client = await latchkey.getOAuth2Client({ id: "photos" });
    await latchkey.updateOAuth2Client({
      id: "photos",
      body: { ...client, client_name: name, security_profile: "mcp" },
    });
    const page = await visitor.visit("/account");
    assert.match(page.text, /AI agent Disconnect/);
    assert.ok(!page.body.includes("<img src=x"));
    const done = await visitor.submit(page, {}, "disconnect");
    assert.match(done.text, /App disconnected <img src=x onerror="alert\(1\)">/);
    assert.ok(!done.body.includes("<img src=x"));
    const [event] = await latchkey.listAccountEvents({ username: "alice" });
    assert.deepEqual(
      [event?.kind, event?.client_id, event?.name],
      ["app_disconnected", "photos", name],
    );
  });

  test("of another user stay, and no event says otherwise", async () => {
    const { open, latchkey } = await start();
    const photos = await registerApp(latchkey);
    const alice = await open();
    const token = await connect(alice.visitor, photos, latchkey);
    const mallory = await open("mallory");
    const forged = formOf(mallory.page, "disconnect");
    await mallory.visitor.submit(forged, { client_id: "photos" }, "disconnect");
    assert.equal((await latchkey.introspectOAuth2Token({ token })).active, true);
    const events = await latchkey.listAccountEvents({ username: "mallory" });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["signed_in"],
    );
  });
});

describe("a stranger", () => {
  test("cannot use the forms of another site, browser, user or session", async () => {
    const { open, latchkey } = await start({ "identity.self_deletion": true });
    const [victim, again, mallory] = [await open(), await open(), await open("mallory")];
    const before = await latchkey.exportAccount({ username: "alice" });
    for (const action of [
      "change_profile",
      "download_data",
      "delete_account",
      "disconnect",
      "sign_out",
      "sign_out_others",
      "new_recovery_codes",
      "remove_factor",
    ]) {
      for (const csrf of ["", "guess", csrfOf(mallory.page), csrfOf(again.page)]) {
        const fields = { csrf, username: "alice", name: "Mallory", client_id: "photos" };
        const answer = await victim.visitor.submit(formOf(victim.page, action), fields, action);
        assert.equal(answer.status, 403, `${action} with ${csrf}`);
      }
    }
    assert.deepEqual(await latchkey.exportAccount({ username: "alice" }), before);
  });

  test("cannot remove the factor of another user, nor see it in their history", async () => {
    const { open, latchkey, alice, server } = await start();
    const { factors } = withIdentity(server.context).identity.store;
    await factors.add({
      factor_id: "key-1",
      subject: alice.subject,
      kind: "passkey",
      name: "<script>alert(1)</script>",
      public_key: { key: "AA", transports: [], is_synced: false },
      counter: 0,
      created_at: 0,
      last_used_at: undefined,
    });
    const mallory = await open("mallory");
    const forged = formOf(mallory.page, "remove_factor");
    await mallory.visitor.submit(forged, { factor_id: "key-1" }, "remove_factor");
    assert.equal((await latchkey.listAccountFactors({ username: "alice" })).length, 1);
    const events = await latchkey.listAccountEvents({ username: "mallory" });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["signed_in"],
    );

    const { visitor, page } = await open();
    const refused = await visitor.submit(
      formOf(page, "remove_factor"),
      { factor_id: "key-1" },
      "remove_factor",
    );
    assert.match(refused.text, /Sign in again to continue/, "a password is not enough");
    await latchkey.deleteAccountFactor({ username: "alice", factor: "key-1" });
    const later = await visitor.visit("/account");
    assert.match(later.text, /Passkey removed <script>alert\(1\)<\/script>/);
    assert.ok(!later.body.includes("<script>alert"));
  });

  test("who fixed the session cookie of a browser is not in the session that begins there", async () => {
    const { open, world } = await start();
    const mallory = await open("mallory");
    const shared = openVisitor(world, { browser: mallory.visitor.browser.clone() });
    const thief = openVisitor(world, { browser: mallory.visitor.browser.clone() });
    const login = await shared.visit("/workspace/sign-in?page=account&prompt=login");
    const page = await shared.submit(login, { username: "alice", password });
    assert.match(page.text, /Signed in as Alice/);
    assert.doesNotMatch((await thief.visit("/account")).text, /Alice/);
  });
});

type Visitor = ReturnType<typeof openVisitor>;
type World = Awaited<ReturnType<typeof start>>;

/** Connects an app, and returns an access token of it. */
async function connect(
  visitor: Visitor,
  photos: Awaited<ReturnType<typeof registerApp>>,
  latchkey: World["latchkey"],
): Promise<string> {
  const asked = Object.entries(requestOf(photos, { scope: "openid offline" }));
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  const consent = await visitor.visit(`/oauth2/auth?${query}`);
  const granted = await visitor.submit(consent, {
    decision: "allow",
    remember: "on",
    grant_scope: "openid offline",
  });
  const code = granted.url.searchParams.get("code") ?? assert.fail(granted.url.href);
  const { access_token } = await latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    { authorization: photos.authorization ?? "" },
  );
  return access_token;
}

/** A page whose first form has another action. */
function formOf(page: VisitedPage, action: string): VisitedPage {
  const body = page.body.replace(/name="action" value="[^"]*"/, `name="action" value="${action}"`);
  return { ...page, body };
}

function csrfOf({ body }: VisitedPage): string {
  return /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? "";
}
